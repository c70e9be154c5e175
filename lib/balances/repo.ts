import * as z from 'zod';
import type { ChainId } from '../chains/registry.ts';
import type { Deps } from '../platform/deps.ts';
import { keys, prefixes } from '../platform/table/keys.ts';
import { batchGet, getItem, queryPrefix, queryRange } from '../platform/table/table.ts';
import { walkPrefix } from '../platform/table/walk.ts';
import {
  type Check,
  type Condition,
  conditionHeld,
  IF_PRESENT,
  type Put,
  transact,
  type Update,
  updateReturning,
  write,
} from '../platform/table/write.ts';
import { epochSeconds, plusSeconds } from '../values/time.ts';
import { type BlockRepo, REORG_WINDOW_BLOCKS } from '../watch/block-records.ts';
import { DailyBalance } from './daily-balances.ts';
import { BalanceCheck, TokenBalance, WatchedBalance } from './schema.ts';

/** Longer than the watcher keeps its block records: a check without a block record cannot be orphaned any more. */
const CHECK_KEPT_SECONDS = 8 * 24 * 60 * 60;

/** A process that has not checked for this time reads all balances. */
const CHANGES_KEPT_SECONDS = 24 * 60 * 60;

/** Later than every day. */
const LAST_DAY = '9999-12-31';
/** A read of so many daily balances costs some 50 units. */
const MOST_DAYS = 2_000;

/** The native balances that a check has changed, by addresses in match form. */
const Changes = z.object({ forms: z.array(z.string()) });

/** How many checks of a chain have begun. The last of them may write. */
const Begun = z.object({ begun: z.int() });

/** A check that has begun. When another check begins, the writes of this check fail. */
export interface BegunCheck {
  readonly chain: ChainId;
  readonly number: number;
}

/** What a check stores of a native balance. */
export interface ChangedBalance {
  readonly balance: WatchedBalance;
  readonly checked: Pick<WatchedBalance, 'amount' | 'height' | 'hash' | 'open'>;
  /** Whether rules about balances must judge the amount, which no evaluation of records judges, and what was before. */
  readonly judged?: { readonly before: string | null } | undefined;
}

/** The balances of the watched addresses, and the checks that compared them. */
export function balanceRepo({ table, now }: Pick<Deps, 'table' | 'now'>, blocks: Pick<BlockRepo, 'get'>) {
  return {
    /** The balances of all watched addresses of a chain, in pages: one read of 1 MB for some 10,000 addresses. */
    async *native(chain: ChainId): AsyncGenerator<WatchedBalance[]> {
      const { pk } = keys.nativeBalance(chain, '');
      for await (const items of walkPrefix(table, pk, prefixes.nativeBalances, { stale: false })) {
        yield z.array(WatchedBalance).parse(items);
      }
    },

    nativesOf: (chain: ChainId, forms: readonly string[]): Promise<WatchedBalance[]> =>
      batchGet(
        table,
        forms.map((form) => keys.nativeBalance(chain, form)),
        WatchedBalance,
      ),

    nativeOf: (chain: ChainId, form: string): Promise<WatchedBalance | null> =>
      getItem(table, keys.nativeBalance(chain, form), WatchedBalance),

    /** The tokens of an address, or of all addresses of the chain. */
    tokens: (chain: ChainId, form?: string): Promise<TokenBalance[]> =>
      queryPrefix(
        table,
        keys.nativeBalance(chain, '').pk,
        form === undefined ? prefixes.tokenBalances : prefixes.tokenBalancesOf(form),
        TokenBalance,
      ),

    token: (chain: ChainId, form: string, token: string): Promise<TokenBalance | null> =>
      getItem(table, keys.tokenBalance(chain, form, token), TokenBalance),

    /**
     * The daily balances of an address, the newest first, at most some thousands.
     * @param to the last day.
     */
    async days(chain: ChainId, form: string, to = LAST_DAY): Promise<DailyBalance[]> {
      const [first, last] = [keys.dailyBalance(chain, form, '', null), keys.dailyBalance(chain, form, to, '~')];
      return queryRange(table, first, last, DailyBalance, { backwards: true, limit: MOST_DAYS });
    },

    /** Begins a check, and so ends every check that began before. Call this before any read of balances. */
    async begin(chain: ChainId): Promise<BegunCheck> {
      const part: Update<z.output<typeof Begun>> = { update: keys.balanceChecker(chain), add: { begun: 1 } };
      const { begun } = await updateReturning(table, part, Begun);
      return { chain, number: begun };
    },

    /**
     * Stores what a check found of at most 49 balances, all or none. False when another check has begun, or when nobody
     * watches one of the addresses any more.
     * @param days the writes of the daily balances.
     */
    store(check: BegunCheck, changes: readonly ChangedBalance[], days: readonly Put[] = []): Promise<boolean> {
      const { pk } = keys.nativeBalance(check.chain, '');
      const parts = changes.map(
        ({ balance: { sk }, checked: { amount, height, hash, open } }): Update<WatchedBalance> => ({
          update: { pk, sk },
          set: { amount, height, hash, open },
          remove: open === undefined ? ['open'] : [],
          ...IF_PRESENT,
        }),
      );
      return conditionHeld(transact(table, { check: isLast(check), balances: parts, days }));
    },

    /** Lists the native balances that a check has changed, by addresses in match form. An item holds some 8,000. */
    async listChanges({ chain, number }: BegunCheck, forms: readonly string[]): Promise<void> {
      const ttl = epochSeconds(plusSeconds(now(), CHANGES_KEPT_SECONDS));
      await write(table, { put: { ...keys.balanceChanges(chain, number), forms, ttl } });
    },

    /** What the checks of these numbers have changed, both ends included. A check that stopped early has no list. */
    async changesBetween(chain: ChainId, first: number, last: number): Promise<string[][]> {
      if (first > last) return [];
      const [from, to] = [keys.balanceChanges(chain, first), keys.balanceChanges(chain, last)];
      return (await queryRange(table, from, to, Changes)).map(({ forms }) => forms);
    },

    /**
     * Removes an address that no organisation watches any more, with its tokens, whose movements are recorded no more,
     * and its daily balances.
     * Keeps the address when somebody watches it again.
     */
    async remove(chain: ChainId, { sk, left }: WatchedBalance): Promise<void> {
      const { pk } = keys.nativeBalance(chain, '');
      const form = sk.slice(prefixes.nativeBalances.length);
      for (const token of await this.tokens(chain, form)) await write(table, { delete: { pk, sk: token.sk } });
      for (const day of await this.days(chain, form)) {
        await write(table, { delete: keys.dailyBalance(chain, form, day.day, day.tokenAddress) });
      }
      await conditionHeld(write(table, { delete: { pk, sk }, ...leftAs(left) }));
    },

    /** Notes that an organisation still watches the address. False when another organisation has stopped meanwhile. */
    stays(chain: ChainId, { sk, left }: WatchedBalance): Promise<boolean> {
      const { pk } = keys.nativeBalance(chain, '');
      const part: Update<WatchedBalance> = { update: { pk, sk }, set: { left: false }, ...leftAs(left) };
      return conditionHeld(write(table, part));
    },

    /** Forgets what is known of a balance. False when somebody has begun or stopped to watch the address meanwhile. */
    forget(chain: ChainId, { sk, left }: WatchedBalance): Promise<boolean> {
      const { pk } = keys.nativeBalance(chain, '');
      const part: Update<WatchedBalance> = {
        update: { pk, sk },
        set: { left: left || now().toISOString() },
        remove: ['amount', 'height', 'hash', 'from', 'open'],
        ...leftAs(left),
      };
      return conditionHeld(write(table, part));
    },

    /** Stores a token balance. False when another check has begun. */
    storeToken: (check: BegunCheck, balance: TokenBalance, days: readonly Put[] = []): Promise<boolean> =>
      conditionHeld(
        transact(table, {
          check: isLast(check),
          balance: { put: { pk: keys.nativeBalance(check.chain, '').pk, ...balance } },
          days,
        }),
      ),

    /** The last check at or below a height whose block is still in the chain. None before the first block (-1). */
    async lastCheck(chain: ChainId, height: number): Promise<BalanceCheck | null> {
      if (height < 0) return null;
      // Of the blocks up to the cursor, a reorganisation has replaced at most so many.
      const limit = REORG_WINDOW_BLOCKS + 1;
      const [first, last] = [keys.balanceCheck(chain, 0), keys.balanceCheck(chain, height)];
      for (const check of await queryRange(table, first, last, BalanceCheck, { backwards: true, limit })) {
        const block = await blocks.get(chain, check.height);
        if (block === null || block.hash === check.hash) return check;
      }
      return null;
    },

    /** Stores the finished check. False when another check has begun. */
    async finish(check: BegunCheck, finished: BalanceCheck): Promise<boolean> {
      const ttl = epochSeconds(plusSeconds(now(), CHECK_KEPT_SECONDS));
      const put = { ...keys.balanceCheck(check.chain, finished.height), ...finished, ttl };
      return conditionHeld(transact(table, { check: isLast(check), finished: { put } }));
    },
  };
}

/** Holds while no other organisation has stopped watching the address since the read of the balance. */
const leftAs = (left: WatchedBalance['left']): Condition => ({ when: '#left = :left', values: { ':left': left } });

/**
 * Holds while no other check has begun. Two checks run at once when the first process stands still for longer than its
 * lease. A balance that the first check then stored would count as confirmed by the second check.
 */
const isLast = ({ chain, number }: BegunCheck): Check => ({
  check: keys.balanceChecker(chain),
  when: '#begun = :begun',
  values: { ':begun': number },
});

export type BalanceRepo = ReturnType<typeof balanceRepo>;
