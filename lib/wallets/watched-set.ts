import type { ChainId } from '../chains/registry.ts';
import { errorFields, log } from '../platform/log.ts';
import { mapConcurrent } from '../values/concurrent.ts';
import { HashedTexts } from '../values/hashed-texts.ts';
import { plusSeconds } from '../values/time.ts';
import { changedAfter, isPackingDue, type PackDeps, packWatched } from './pack-watched.ts';
import { isInWatchLog, watchLogSince } from './watch-log.ts';
import { addressesWithBalance } from './watched-addresses.ts';
import { type WatchedHead, watchedPages } from './watched-pages.ts';

/** Pages that a start reads at once. A page of 10,000 addresses takes some 2 MB until it is hashed. */
const PAGES_AT_ONCE = 4;

/** The least time between two tries to pack. Longer than the time for which the log is read again. */
const PACK_PAUSE_SECONDS = 300;

/**
 * The watched addresses of a chain in the memory of a process. The process adds every address that the watch log names
 * and removes no address, so the set never lacks a watched address. Some addresses in the set are no longer watched:
 * the caller confirms what it finds (`watchedAmong`).
 */
export interface WatchedSet {
  /** Returns the set with every address that was watched before this call. Reads the log, at the start all pages. */
  upToDate(): Promise<Pick<HashedTexts, 'has' | 'hasHash' | 'size'>>;
  /** Whether the last `upToDate` found an address. True before the first call. */
  readonly mayHoldAny: boolean;
  /** Whether nobody watches an address of the chain. Reads the log only if the process knows no address. */
  isEmpty(): Promise<boolean>;
  /** If packing is due, packs the changes and loads the set again. Logs errors and does not throw. */
  pack(signal: AbortSignal): Promise<void>;
}

interface Held {
  readonly addresses: HashedTexts;
  /** The pages that were loaded contain all changes before this time; null without pages. */
  readonly through: string | null;
  /** The addresses in match form that changed later. */
  readonly changed: Set<string>;
  /** The time before the last read of the log. */
  readTo: Date;
}

export function watchedSet(deps: PackDeps, chain: ChainId): WatchedSet {
  let held: Held | null = null;
  let packAfter = new Date(0);

  async function upToDate(): Promise<HashedTexts> {
    const own = held;
    const now = deps.now();
    if (own === null || !isInWatchLog(own.readTo, now)) {
      held = await loaded(deps, chain);
      return held.addresses;
    }
    const changes = await watchLogSince(deps.table, chain, own.readTo);
    own.addresses.addAll(changes.map(({ form }) => form));
    for (const form of changedAfter(own.through ?? '', changes)) own.changed.add(form);
    own.readTo = now;
    return own.addresses;
  }

  return {
    get mayHoldAny() {
      return held === null || held.addresses.size > 0;
    },
    upToDate,

    isEmpty: async () => (held === null || held.addresses.size === 0) && (await upToDate()).size === 0,

    async pack(signal) {
      const now = deps.now();
      if (held === null || now < packAfter) return;
      const { through, changed, addresses } = held;
      if (!isPackingDue(deps, { through, changes: changed.size, addresses: addresses.size })) return;
      packAfter = plusSeconds(now, PACK_PAUSE_SECONDS);
      try {
        await packWatched(deps, chain, signal);
        signal.throwIfAborted();
        held = await loaded(deps, chain);
      } catch (error) {
        if (!signal.aborted) log.error('watched.pack_failed', { chain, ...errorFields(error) });
      }
    },
  };
}

/** Reads the pages and the later changes; without usable pages, the balances of all watched addresses. */
async function loaded(deps: PackDeps, chain: ChainId): Promise<Held> {
  const readTo = deps.now();
  const head = await watchedPages(deps, chain).head();
  const packed =
    head !== null && isInWatchLog(new Date(head.through), readTo) ? await fromPages(deps, chain, head) : null;
  const addresses = packed ?? (await fromBalances(deps, chain));
  const through = packed === null || head === null ? null : head.through;
  const changes = await watchLogSince(deps.table, chain, through === null ? readTo : new Date(through));
  addresses.addAll(changes.map(({ form }) => form));
  return { addresses, through, changed: changedAfter(through ?? '', changes), readTo };
}

/** The addresses in the pages of the head. Null when a page has expired. */
async function fromPages(deps: PackDeps, chain: ChainId, head: WatchedHead): Promise<HashedTexts | null> {
  const pages = watchedPages(deps, chain);
  const addresses = new HashedTexts(head.pages.reduce((sum, { count }) => sum + count, 0));
  let isComplete = true;
  await mapConcurrent(head.pages, PAGES_AT_ONCE, async (page) => {
    const lines = await pages.read(page);
    if (lines === null) isComplete = false;
    else addresses.addLines(lines);
  });
  return isComplete ? addresses : null;
}

async function fromBalances({ table }: PackDeps, chain: ChainId): Promise<HashedTexts> {
  const addresses = new HashedTexts();
  for await (const { watched, left } of addressesWithBalance(table, chain)) addresses.addAll([...watched, ...left]);
  return addresses;
}

/** The sets of several chains, in the memory of one process. */
export type WatchedSets = (chain: ChainId) => WatchedSet;

export function watchedSets(deps: PackDeps): WatchedSets {
  const sets = new Map<ChainId, WatchedSet>();
  return (chain) => {
    const set = sets.get(chain) ?? watchedSet(deps, chain);
    sets.set(chain, set);
    return set;
  };
}
