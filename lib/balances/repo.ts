import * as z from 'zod';
import type { ChainId } from '../chains/registry.ts';
import type { Deps } from '../platform/deps.ts';
import { ifSame } from '../platform/table/if-same.ts';
import { keys, prefixes } from '../platform/table/keys.ts';
import { batchGet, getItem, queryPrefix, queryRange } from '../platform/table/table.ts';
import { pageOf, walkPrefix } from '../platform/table/walk.ts';
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
import { BalanceCheck, Round, TokenBalance, WatchedBalance } from './schema.ts';

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

/** How many checks of a chain have begun, of which the last may write, and the round that has not finished, if any. */
const Checker = z.object({ begun: z.int(), round: Round.optional() });

/** A check that has begun. When another check begins, the writes of this check fail. */
export type BegunCheck = { readonly chain: ChainId; readonly number: number };

/** Some balances in the order of their addresses. */
export interface BalancePage {
  readonly balances: WatchedBalance[];
  /** No other balance has an address up to this one, in match form. Null when no later address has a balance. */
  readonly upTo: string | null;
}

/** What a check stores of a native balance. */
export interface ChangedBalance {
  readonly balance: WatchedBalance;
  readonly checked: Pick<WatchedBalance, 'amount' | 'height' | 'hash' | 'open'>;
  /** Present when rules about balances must judge the amount: what was before, and as in `judgeChanged`. */
  readonly judged?: { readonly before: string | null; readonly isForRecords: boolean } | undefined;
}

/** The block after which a check has stored something. */
type StoredAfter = { readonly height: number; readonly hash?: string | undefined };

/** The balances of the watched addresses, and the checks that compared them. */
export function balanceRepo({ table, now }: Pick<Deps, 'table' | 'now'>, blocks: Pick<BlockRepo, 'get'>) {
  return {
    /** The balances of the watched addresses after this one: one read of 1 MB for some 6,000 addresses. */
    async natives(chain: ChainId, after: string): Promise<BalancePage> {
      const { pk, sk } = keys.nativeBalance(chain, after);
      const { items, next } = await pageOf(table, pk, prefixes.nativeBalances, { after: sk, stale: false });
      return {
        balances: z.array(WatchedBalance).parse(items),
        upTo: next?.slice(prefixes.nativeBalances.length) ?? null,
      };
    },

    nativesOf: (chain: ChainId, forms: readonly string[]): Promise<WatchedBalance[]> =>
      batchGet(
        table,
        forms.map((form) => keys.nativeBalance(chain, form)),
        WatchedBalance,
      ),

    nativeOf: (chain: ChainId, form: string): Promise<WatchedBalance | null> =>
      getItem(table, keys.nativeBalance(chain, form), WatchedBalance),

    tokens: (chain: ChainId, form: string): Promise<TokenBalance[]> =>
      queryPrefix(table, keys.nativeBalance(chain, '').pk, prefixes.tokenBalancesOf(form), TokenBalance),

    /** The tokens of the addresses after one up to another, in pages. Null means the last address. */
    async *tokensBetween(chain: ChainId, after: string, upTo: string | null): AsyncGenerator<TokenBalance[]> {
      const { pk } = keys.nativeBalance(chain, '');
      const end = upTo === null ? null : pastTokensOf(upTo);
      const walk = { after: after === '' ? prefixes.tokenBalances : pastTokensOf(after), stale: false };
      for await (const items of walkPrefix(table, pk, prefixes.tokenBalances, walk)) {
        const tokens = z.array(TokenBalance).parse(items);
        yield end === null ? tokens : tokens.filter(({ sk }) => sk < end);
        const last = tokens.at(-1);
        if (end !== null && last !== undefined && last.sk >= end) return;
      }
    },

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

    /**
     * Begins a check, and so ends every check that began before. Call this before any read of balances.
     * @returns also the round that has not finished, if any.
     */
    async begin(chain: ChainId): Promise<BegunCheck & { readonly round: Round | null }> {
      const part: Update<z.output<typeof Checker>> = { update: keys.balanceChecker(chain), add: { begun: 1 } };
      const { begun, round = null } = await updateReturning(table, part, Checker);
      return { chain, number: begun, round };
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
      const limit = REORG_WINDOW_BLOCKS + 1; // A reorganisation has replaced fewer of the blocks up to the cursor.
      const [first, last] = [keys.balanceCheck(chain, 0), keys.balanceCheck(chain, height)];
      for (const check of await queryRange(table, first, last, BalanceCheck, { backwards: true, limit })) {
        const block = await blocks.get(chain, check.height);
        if (block === null || block.hash === check.hash) return check;
      }
      return null;
    },

    /**
     * Whether what a check stored after a block is right. A check that did not finish, or whose own block has left the
     * chain, may have stored it after a block that has left the chain.
     * @param check the last check; null without one.
     */
    async isRight(chain: ChainId, check: BalanceCheck | null, { height, hash }: StoredAfter): Promise<boolean> {
      return (check !== null && height <= check.height) || (await blocks.get(chain, height))?.hash === hash;
    },

    /** Stores how far the round has come. False when another check has begun. */
    saveRound(check: BegunCheck, round: Round): Promise<boolean> {
      const part: Update<z.output<typeof Checker>> = { update: keys.balanceChecker(check.chain), set: { round } };
      return conditionHeld(write(table, { ...part, ...ifLast(check) }));
    },

    /** Stores the finished check and ends its round. False when another check has begun. */
    async finish(check: BegunCheck, finished: BalanceCheck): Promise<boolean> {
      const ttl = epochSeconds(plusSeconds(now(), CHECK_KEPT_SECONDS));
      const put = { ...keys.balanceCheck(check.chain, finished.height), ...finished, ttl };
      const ended: Update<z.output<typeof Checker>> = { update: keys.balanceChecker(check.chain), remove: ['round'] };
      return conditionHeld(transact(table, { check: { ...ended, ...ifLast(check) }, finished: { put } }));
    },
  };
}

/** Holds while no other organisation has stopped watching the address since the read of the balance. */
const leftAs = (left: WatchedBalance['left']): Condition => ifSame({ left }, 'left');

/**
 * Holds while no other check has begun. Two checks run at once when the first process stands still for longer than its
 * lease. A balance that the first check then stored would count as confirmed by the second check.
 */
const ifLast = ({ number: begun }: BegunCheck) => ifSame({ begun }, 'begun');
const isLast = (check: BegunCheck): Check => ({ check: keys.balanceChecker(check.chain), ...ifLast(check) });

/** Later than the sort keys of the tokens of an address, and earlier than those of the next address. */
const pastTokensOf = (form: string): string => `${prefixes.tokenBalancesOf(form).slice(0, -1)}$`;

export type BalanceRepo = ReturnType<typeof balanceRepo>;
