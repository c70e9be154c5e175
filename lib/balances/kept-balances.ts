import type { ChainId } from '../chains/registry.ts';
import type { Put } from '../platform/table/write.ts';
import { WATCH_LOG_SECONDS, watchLogSince } from '../wallets/watch-log.ts';
import type { BalanceCheckDeps } from './check-deps.ts';
import { heldPages } from './held-pages.ts';
import type { BalancePage, BegunCheck, ChangedBalance } from './repo.ts';
import { formOf } from './sample-balances.ts';
import type { WatchedBalance } from './schema.ts';

interface Kept {
  readonly pages: ReturnType<typeof heldPages>;
  /** The last check of this process. */
  readonly number: number;
  /** The time before the last read of the watch log, in milliseconds. */
  readonly readAt: number;
  /** The time at which the process knew nothing, in milliseconds. */
  readonly loadedAt: number;
}

/**
 * The most changed balances that a check lists or reads by key. A read of all balances costs one unit for some 35 of
 * them, which may be cheaper beyond this number. The process packs its pages again when so many balances have changed.
 */
const MOST_CHANGED = 2_000;
/** The pages take at most so much memory: some 1,800,000 balances. Each check reads the others from the table. */
const MOST_BYTES = 64 * 2 ** 20;

export type KeptBalances = ReturnType<typeof keptBalances>;

/**
 * The balances of one chain, kept packed in the memory of the process, so that a check reads only what changed since
 * the last check of this process. Changes come from three sources: the process itself, the checks of other processes,
 * which list what they changed, and the watch log. When a source is incomplete, the process forgets all balances.
 */
export function keptBalances(
  { balances, table, now }: Pick<BalanceCheckDeps, 'balances' | 'table' | 'now'>,
  mostChanged = MOST_CHANGED,
  mostBytes = MOST_BYTES,
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

  /** Learns what changed in the table since the last check of this process. */
  async function refresh(check: BegunCheck): Promise<Kept> {
    const readAt = now().getTime();
    const since = kept && (await changesSince({ balances, table }, kept, check, readAt, mostChanged));
    if (kept === null || since === null) {
      return { pages: heldPages(mostBytes), number: check.number, readAt, loadedAt: readAt };
    }
    const { pages } = kept;
    const forms = [...since].filter((form) => pages.has(form));
    const read = new Map((await balances.nativesOf(check.chain, forms)).map((each) => [formOf(each), each]));
    for (const form of forms) pages.change(form, read.get(form) ?? null);
    if (pages.changes() > mostChanged) await pages.pack();
    return { ...kept, number: check.number, readAt };
  }

  return {
    /**
     * The balances after an address in match form, as the table holds them for a check that has just begun: page by
     * page, in the order of the addresses.
     */
    async *after(check: BegunCheck, form: string): AsyncGenerator<BalancePage> {
      changed = [];
      kept = await refresh(check);
      const { pages } = kept;
      for (let position: string | null = form; position !== null; ) {
        const page: BalancePage =
          (await pages.after(position)) ?? (await pages.add(position, await balances.natives(check.chain, position)));
        yield page;
        position = page.upTo;
      }
    },

    /** Stores what the check found. False when another check has begun, or when nobody watches an address any more. */
    async store(check: BegunCheck, changes: readonly ChangedBalance[], days: readonly Put[]): Promise<boolean> {
      if (!(await keepingOnly((isStored) => isStored, balances.store(check, changes, days)))) return false;
      for (const { balance, checked } of changes) {
        changed.push(formOf(balance));
        kept?.pages.change(formOf(balance), { ...balance, ...checked });
      }
      return true;
    },

    /** Notes that an organisation still watches the address. Returns the balance as the table then holds it. */
    async stays(chain: ChainId, balance: WatchedBalance): Promise<WatchedBalance> {
      changed.push(formOf(balance));
      if (!(await keepingOnly(() => true, balances.stays(chain, balance)))) return balance;
      const staying = { ...balance, left: false as const };
      kept?.pages.change(formOf(balance), staying);
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
      kept?.pages.change(formOf(balance), null);
    },

    /** Lists for other processes what the check has changed. Call this after the last change. */
    async list(check: BegunCheck): Promise<void> {
      if (changed.length <= mostChanged) await balances.listChanges(check, changed);
      changed = [];
    },
  };
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
