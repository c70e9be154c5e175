import type { ChainId } from '../chains/registry.ts';
import type { Deps } from '../platform/deps.ts';
import { plusSeconds } from '../values/time.ts';
import { isInWatchLog, type WatchChange, watchLogSince } from './watch-log.ts';
import { addressesWithBalance, watchedAmong } from './watched-addresses.ts';
import { type PageRef, type WatchedHead, type WatchedPages, watchedPages } from './watched-pages.ts';

export interface PackDeps extends Pick<Deps, 'table' | 'now' | 'newId'> {
  /** For tests. */
  readonly sizes?: PackSizes;
}

export interface PackSizes {
  /** The most addresses of a page. Ten thousand of Solana take 330 KB; DynamoDB allows 400 KB per item. */
  readonly page: number;
  /** The most changes that are not packed. Fewer changes cost less to read at each start than to pack. */
  readonly changes: number;
}

const SIZES: PackSizes = { page: 10_000, changes: 1_000 };
/** So many changes are not packed when the pages hold many addresses. */
const CHANGED_SHARE = 0.05;
/** Half of the time for which the log keeps a change. */
const PACKED_AFTER_SECONDS = 12 * 60 * 60;

/** What a process or the table holds of a chain. */
export interface PackedState {
  /** The pages contain all changes before this time; null without pages. */
  readonly through: string | null;
  /** The number of addresses that changed later. */
  readonly changes: number;
  /** The number of watched addresses. */
  readonly addresses: number;
}

/** Whether the changes since the last packing are so many or so old that they must be packed. */
export const isPackingDue = ({ now, sizes = SIZES }: PackDeps, { through, changes, addresses }: PackedState): boolean =>
  through === null ||
  changes > Math.max(sizes.changes, CHANGED_SHARE * addresses) ||
  plusSeconds(new Date(through), PACKED_AFTER_SECONDS) <= now();

/** The addresses in match form that changed after the head was written. */
export const changedAfter = (through: string, log: readonly WatchChange[]): Set<string> =>
  new Set(log.filter(({ at }) => at > through).map(({ form }) => form));

interface Packing {
  readonly deps: PackDeps;
  readonly chain: ChainId;
  readonly pages: WatchedPages;
  readonly signal: AbortSignal;
}

/**
 * Packs the watched addresses of a chain, if that is due. The call may stop anywhere and run twice at once: it writes
 * new pages, which nobody reads before the head names them, and then replaces the head that it has read.
 * @throws the reason of the signal before it writes the next page.
 */
export async function packWatched(deps: PackDeps, chain: ChainId, signal: AbortSignal): Promise<void> {
  const pages = watchedPages(deps, chain);
  const head = await pages.head();
  // A process that loads the new pages then reads the log from this time on.
  const now = deps.now();
  const packing: Packing = { deps, chain, pages, signal };
  const packed =
    head !== null && isInWatchLog(new Date(head.through), now)
      ? await withChanges(packing, head)
      : await fromBalances(packing);
  if (packed !== null) await pages.replace(head, { through: now.toISOString(), pages: packed });
}

/** The pages of the head with the changes of the log. Null when packing is not due. */
async function withChanges(packing: Packing, head: WatchedHead): Promise<readonly PageRef[] | null> {
  const { deps, chain, pages } = packing;
  const { through } = head;
  const log = await watchLogSince(deps.table, chain, new Date(through));
  const addresses = head.pages.reduce((sum, { count }) => sum + count, 0);
  const areYoung = head.pages.every(pages.isYoung);
  if (areYoung && !isPackingDue(deps, { through, changes: changedAfter(through, log).size, addresses })) return null;
  const forms = [...new Set(log.map(({ form }) => form))];
  if (areYoung && forms.length === 0) return head.pages;
  const missing = new Set((await watchedAmong(deps.table, chain, forms)).keys());
  const gone = new Set(forms.filter((form) => !missing.has(form)));
  const least = (deps.sizes ?? SIZES).page / 2;
  const kept: PageRef[] = [];
  const writer = pageWriter(packing);
  for (const page of head.pages) {
    const lines = await pages.read(page);
    if (lines === null) return fromBalances(packing);
    const all = lines.split('\n');
    for (const form of all) missing.delete(form);
    const staying = all.filter((form) => !gone.has(form));
    // Small pages are joined, so that the number of pages follows the number of addresses.
    const isKept = staying.length === all.length && pages.isYoung(page) && page.count >= least;
    if (isKept) kept.push(page);
    else await writer.add(staying);
  }
  await writer.add(missing);
  return [...kept, ...(await writer.end())];
}

/** New pages of the addresses that have a balance and are watched. */
async function fromBalances(packing: Packing): Promise<readonly PageRef[]> {
  const { deps, chain } = packing;
  const writer = pageWriter(packing);
  for await (const { watched, left } of addressesWithBalance(deps.table, chain)) {
    await writer.add([...watched, ...(await watchedAmong(deps.table, chain, left)).keys()]);
  }
  return writer.end();
}

/** Writes a page whenever enough addresses are there, one page after the other, to leave the table to others. */
function pageWriter({ deps: { sizes = SIZES }, pages, signal }: Packing) {
  const written: PageRef[] = [];
  let waiting: string[] = [];
  async function writeWhile(least: number): Promise<void> {
    while (waiting.length >= least) {
      signal.throwIfAborted();
      written.push(await pages.write(waiting.slice(0, sizes.page)));
      waiting = waiting.slice(sizes.page);
    }
  }
  return {
    add(forms: Iterable<string>): Promise<void> {
      for (const form of forms) waiting.push(form);
      return writeWhile(sizes.page);
    },
    /** Writes the rest. Returns all written pages. */
    async end(): Promise<PageRef[]> {
      await writeWhile(1);
      return written;
    },
  };
}
