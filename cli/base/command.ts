import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { type Answer, type ChainwatchClient, pages, typedFigure } from '../../sdk/index.ts';
import type { Output } from '../output/output.ts';
import type { Columns } from '../output/text-table.ts';

/** What the commands share. */
export interface Cli {
  /** A client with the user's key. @throws CommandError without a key. */
  readonly api: ChainwatchClient;
  readonly url: string;
  readonly output: Output;
  /** The options that the user gave to the command, as typed: `--type cold --tag vault`. */
  readonly given: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** For a command that runs until the user stops it. Aborted by the signal that would end the process. */
  untilStopped(): AbortSignal;
}

/** A command with its help. Each example is what follows `chainwatch`. */
export const command = (name: string, summary: string, examples: readonly [string, string]) =>
  new Command(name)
    .description(summary)
    .addHelpText('after', `\nExamples:\n${examples.map((example) => `${EXAMPLE}chainwatch ${example}`).join('\n')}`);

/** How the line of an example begins. */
export const EXAMPLE = '  $ ';

/** A command that only holds other commands. */
export const group = (name: string, summary: string) => new Command(name).description(summary);

const DEFAULT_LIMIT = 100;

/** The option of every list. */
export const limitOption = () =>
  new Option('--limit <n>', 'show at most so many items, or "all"')
    .default(DEFAULT_LIMIT, String(DEFAULT_LIMIT))
    .argParser((text: string) => (text === 'all' ? Number.POSITIVE_INFINITY : wholeNumber(text)));

/** Parses the value of an option, such as `500` or `1,000`. @throws InvalidArgumentError */
export function wholeNumber(text: string): number {
  const plain = typedFigure(text) ?? text;
  if (/^\d{1,15}$/.test(plain)) return Number(plain);
  throw new InvalidArgumentError('It must be a whole number.');
}

/** Collects an option that may be repeated. */
export const repeated = (value: string, earlier: string[] | undefined): string[] => [...(earlier ?? []), value];

interface ListPage<T> {
  readonly data: readonly T[];
  readonly meta: { readonly total: number; readonly next: string | null };
}

/** The part of a query that asks for a page. */
export interface PageQuery {
  readonly cursor: string | undefined;
  readonly pageSize: number;
}

/** An order that is finer than the order of the API, which sorts by moments alone. */
interface FinerOrder<T> {
  readonly momentOf: (item: T) => string;
  readonly sorted: (items: readonly T[]) => readonly T[];
}

/** The API gives no more at once. */
const MOST_OF_PAGE = 100;
/** So many items beyond the limit are read with the last that are missing, to find the end of a moment. */
const READ_BEYOND = 20;
/** Of a moment with more items than the limit and these, the first items of the API are shown. */
const MOST_BEYOND = 1_000;

/**
 * Prints a list of the API up to the limit.
 * @param columns or what makes them for the items, when a column needs more than the list.
 * @param load loads one page.
 * @param order reads on until the last moment is whole, so that the limit leaves out the last items of this order.
 */
export async function printList<T>(
  { output, given }: Cli,
  columns: Columns<T> | ((items: readonly T[]) => Promise<Columns<T>>),
  limit: number,
  load: (page: PageQuery) => Promise<Answer<ListPage<T>>>,
  order?: FinerOrder<T>,
): Promise<void> {
  const items: T[] = [];
  let total = 0;
  const loadPage = async (cursor: string | undefined) => {
    const missing = limit - items.length;
    // Beyond the limit, pages are read only of a moment with many items.
    const wanted = order === undefined ? missing : missing > 0 ? missing + READ_BEYOND : MOST_OF_PAGE;
    const answer = await load({ cursor, pageSize: Math.max(1, Math.min(MOST_OF_PAGE, wanted)) });
    total = answer.data?.meta.total ?? total;
    return answer;
  };
  for await (const page of pages(loadPage)) {
    items.push(...page);
    if (items.length >= limit && (order === undefined || hasWholeMoment(items, limit, order))) break;
  }
  if (items.length === 0) output.none(given === '' ? 'There are none.' : `None match ${given}.`);
  const shown = (order?.sorted(items) ?? items).slice(0, limit);
  output.list(typeof columns === 'function' ? await columns(shown) : columns, shown, total);
}

/** Whether the items have all of the moment of the last item within the limit, or too many to read on. */
function hasWholeMoment<T>(items: readonly T[], limit: number, { momentOf }: FinerOrder<T>): boolean {
  const [last, end] = [items[limit - 1], items.at(-1)];
  if (last === undefined || end === undefined) return true;
  return momentOf(last) !== momentOf(end) || items.length >= limit + MOST_BEYOND;
}
