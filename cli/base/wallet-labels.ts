import { type ChainwatchClient, pages } from '../../sdk/index.ts';

/** A list with more wallets is read so far, a page for each request. Wallets after it have no label. */
const MOST_PAGES = 20;

/**
 * Reads the labels of wallets from the list of wallets, and stops when each has its label. Asks nothing when there is
 * no wallet. A wallet that is deleted has no label.
 */
export async function walletLabels(
  api: ChainwatchClient,
  ids: readonly string[],
): Promise<(id: string) => string | undefined> {
  const wanted = new Set(ids);
  const labels = new Map<string, string>();
  if (wanted.size === 0) return () => undefined;
  const load = (cursor: string | undefined) =>
    api.GET('/api/wallets', { params: { query: { cursor, pageSize: 100 } } });
  let read = 0;
  for await (const page of pages(load)) {
    for (const { id, label } of page) if (wanted.has(id)) labels.set(id, label);
    read += 1;
    if (labels.size === wanted.size || read === MOST_PAGES) break;
  }
  return (id) => labels.get(id);
}
