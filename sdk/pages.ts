import { type Answer, dataOf } from './problem.ts';

/** The answer of a list. */
interface Page<T> {
  readonly data: readonly T[];
  readonly meta: { readonly next: string | null };
}

/**
 * The pages of a list, one after the other. The cursor keeps its place while records arrive, so no item is left out or
 * comes twice.
 *
 *     for await (const items of pages((cursor) => client.GET('/api/wallets', { params: { query: { cursor } } }))) …
 *
 * @param load loads the page of a cursor; without a cursor, the first page.
 * @throws ProblemError
 */
export async function* pages<T>(
  load: (cursor: string | undefined) => Promise<Answer<Page<T>>>,
): AsyncGenerator<readonly T[], void> {
  let next: string | null | undefined;
  do {
    const page: Page<T> = dataOf(await load(next ?? undefined));
    yield page.data;
    next = page.meta.next;
  } while (next !== null);
}
