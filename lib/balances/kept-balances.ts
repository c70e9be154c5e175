import type { ChainId } from '../chains/registry.ts';
import type { Put } from '../platform/table/write.ts';
import { WATCH_LOG_SECONDS, watchLogSince } from '../wallets/watch-log.ts';
import type { BalanceCheckDeps } from './check-deps.ts';
import { packedLists } from './packed-lists.ts';
import type { BegunCheck, ChangedBalance } from './repo.ts';
import { formOf } from './sample-balances.ts';
import { WatchedBalance } from './schema.ts';

const { pack, unpack } = packedLists(WatchedBalance);

interface Kept {
  /** The balances in packed pages. */
  readonly pages: readonly Uint8Array[];
  /** What is newer than the pages, by address in match form. Null for an address that nobody watches any more. */
  readonly newer: Map<string, WatchedBalance | null>;
  /** The last check of this process. */
  readonly number: number;
  /** The time before the last read of the watch log, in milliseconds. */
  readonly readAt: number;
  /** The time of the last read of all balances, in milliseconds. */
  readonly loadedAt: number;
}

/**
 * The most changed balances that a check lists or reads by key. A read of all balances costs one unit for some 35 of
 * them, which may be cheaper beyond this number. The process packs its pages again when so many balances have changed.
 */
const MOST_CHANGED = 2_000;

export type KeptBalances = ReturnType<typeof keptBalances>;

/**
 * The balances of one chain, kept packed in the memory of the process, so that a check reads only what changed since
 * the last check of this process. Changes come from three sources: the process itself, the checks of other processes,
 * which list what they changed, and the watch log. When a source is incomplete, the process reads all balances.
 */
export function keptBalances(
  { balances, table, now }: Pick<BalanceCheckDeps, 'balances' | 'table' | 'now'>,
  mostChanged = MOST_CHANGED,
) {
  let kept: Kept | null = null;
  /** The balances that the running check has changed, in match form. */
  let changed: string[] = [];

  /** Forgets the balances when a write had another outcome than expected. */
  async function keepingOnly<T>(isExpected: (outcome: T) => boolean, writing: Promise<T>): Promise<T> {
    const before = kept;
    kept = null;
    const outcome = await writing;
    if (isExpected(outcome)) kept = before;
    return outcome;
  }

  return {
    /** All balances, as the table holds them for a check that has just begun, page by page. */
    async *all(check: BegunCheck): AsyncGenerator<WatchedBalance[]> {
      const readAt = now().getTime();
      changed = [];
      const since = kept && (await changesSince({ balances, table }, kept, check, readAt, mostChanged));
      if (kept === null || since === null) {
        const pages = await packed(balances.native(check.chain));
        kept = { pages, newer: new Map(), number: check.number, readAt, loadedAt: readAt };
      } else {
        const read = await balances.nativesOf(check.chain, [...since]);
        for (const form of since) kept.newer.set(form, null);
        for (const balance of read) kept.newer.set(formOf(balance), balance);
        const isLong = kept.newer.size > mostChanged;
        const pages = isLong ? { pages: await packed(pagesOf(kept)), newer: new Map() } : {};
        kept = { ...kept, ...pages, number: check.number, readAt };
      }
      yield* pagesOf(kept);
    },

    /** Stores what the check found. False when another check has begun, or when nobody watches an address any more. */
    async store(check: BegunCheck, changes: readonly ChangedBalance[], days: readonly Put[]): Promise<boolean> {
      if (!(await keepingOnly((isStored) => isStored, balances.store(check, changes, days)))) return false;
      for (const { balance, checked } of changes) {
        changed.push(formOf(balance));
        kept?.newer.set(formOf(balance), { ...balance, ...checked });
      }
      return true;
    },

    /** Notes that an organisation still watches the address. Returns the balance as the table then holds it. */
    async stays(chain: ChainId, balance: WatchedBalance): Promise<WatchedBalance> {
      changed.push(formOf(balance));
      if (!(await keepingOnly(() => true, balances.stays(chain, balance)))) return balance;
      const staying = { ...balance, left: false as const };
      kept?.newer.set(formOf(balance), staying);
      return staying;
    },

    /** Forgets the amount of an address that only wallets with tags watch. A later wallet begins with a new base. */
    async forget(chain: ChainId, balance: WatchedBalance): Promise<void> {
      if (balance.amount === undefined && balance.from === undefined) return;
      changed.push(formOf(balance));
      await keepingOnly(() => false, balances.forget(chain, balance));
    },

    /** Removes an address that no organisation watches any more. */
    async remove(chain: ChainId, balance: WatchedBalance): Promise<void> {
      changed.push(formOf(balance));
      await keepingOnly(() => true, balances.remove(chain, balance));
      kept?.newer.set(formOf(balance), null);
    },

    /** Lists for other processes what the check has changed. Call this after the last change. */
    async list(check: BegunCheck): Promise<void> {
      if (changed.length <= mostChanged) await balances.listChanges(check, changed);
    },
  };
}

async function* pagesOf({ pages, newer }: Kept): AsyncGenerator<WatchedBalance[]> {
  for (const page of pages) yield (await unpack(page)).filter((balance) => !newer.has(formOf(balance)));
  const others = [...newer.values()].filter((balance) => balance !== null);
  if (others.length > 0) yield others;
}

async function packed(pages: AsyncIterable<readonly WatchedBalance[]>): Promise<Uint8Array[]> {
  const all: Uint8Array[] = [];
  for await (const page of pages) all.push(await pack(page));
  return all;
}

/** The addresses in match form whose balances may have changed in the table; null when this is not known. */
async function changesSince(
  { balances, table }: Pick<BalanceCheckDeps, 'balances' | 'table'>,
  { number, readAt, loadedAt }: Kept,
  check: BegunCheck,
  at: number,
  most: number,
): Promise<ReadonlySet<string> | null> {
  // The log forgets. A read of all balances each day also ends the effect of a fault that nobody foresaw.
  if (at - loadedAt >= (WATCH_LOG_SECONDS * 1000) / 2) return null;
  const lists = await balances.changesBetween(check.chain, number + 1, check.number - 1);
  if (lists.length < check.number - 1 - number) return null;
  const watched = await watchLogSince(table, check.chain, new Date(readAt));
  const all = new Set([...lists.flat(), ...watched.map(({ form }) => form)]);
  return all.size > most ? null : all;
}
