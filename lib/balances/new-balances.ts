import type { ChainId } from '../chains/registry.ts';
import type { Table } from '../platform/table/table.ts';
import { watchLogSince } from '../wallets/watch-log.ts';
import type { BalanceRepo } from './repo.ts';
import type { WatchedBalance } from './schema.ts';

/** The least time between two reads of the watch log, which costs one unit when nobody has added a wallet. */
const LOOK_MS = 10_000;
/** A process that has just begun looks back so far. A wallet that has waited for longer waits for the next round. */
const LOOK_BACK_MS = 60 * 60 * 1_000;
/** A process reads no more of the log while so many addresses wait, of some 200 bytes each. */
const MOST_WAITING = 100_000;
/** How often an address is tried. After that it waits for the next round. */
const TRIES = 3;

interface NewBalancesDeps {
  readonly table: Table;
  readonly balances: Pick<BalanceRepo, 'nativesOf'>;
  now(): Date;
}

/**
 * The balances of one chain that somebody has begun to watch and that no check has compared yet, as the watch log names
 * them. A process keeps them in memory. What it forgets waits for the next round.
 */
export function newBalances({ table, balances, now }: NewBalancesDeps) {
  /** How often each address was tried, by the turn of its organisation and by address in match form. */
  const waiting = new Map<string, Map<string, number>>();
  /** The entries that the process has read and will read again, because entries become visible late. */
  let seen = new Set<string>();
  let readAt: number | null = null;

  const wait = (turn: string, form: string, tries: number): void => {
    waiting.set(turn, (waiting.get(turn) ?? new Map<string, number>()).set(form, tries));
  };

  async function look(chain: ChainId): Promise<void> {
    const at = now().getTime();
    if (readAt !== null && at < readAt + LOOK_MS) return;
    if ([...waiting.values()].reduce((sum, own) => sum + own.size, 0) >= MOST_WAITING) return;
    const changes = await watchLogSince(table, chain, new Date(readAt ?? at - LOOK_BACK_MS));
    const known = seen;
    seen = new Set(changes.map((change) => `${change.at} ${change.form}`));
    readAt = at;
    for (const { turn = '', ...change } of changes) {
      if (!known.has(`${change.at} ${change.form}`)) wait(turn, change.form, 0);
    }
  }

  /** Takes an address of each organisation in turn, so that nobody waits for the large import of somebody else. */
  function taken(most: number) {
    const all: { readonly turn: string; readonly form: string; readonly tries: number }[] = [];
    while (waiting.size > 0 && all.length < most) {
      for (const [turn, own] of waiting) {
        const [first] = own;
        if (first === undefined) waiting.delete(turn);
        if (first === undefined || all.length === most) continue;
        const [form, tries] = first;
        own.delete(form);
        all.push({ turn, form, tries });
      }
    }
    return all;
  }

  return {
    /** The next balances without an amount. An address comes again until a check has stored its amount. */
    async next(chain: ChainId, most: number): Promise<WatchedBalance[]> {
      await look(chain);
      const some = taken(most);
      if (some.length === 0) return [];
      for (const { turn, form, tries } of some) if (tries + 1 < TRIES) wait(turn, form, tries + 1);
      const found = await balances.nativesOf(
        chain,
        some.map(({ form }) => form),
      );
      // Without the block at which somebody began to watch, the next round decides where the balance begins.
      return found.filter(({ amount, from }) => amount === undefined && from !== undefined);
    },
  };
}
