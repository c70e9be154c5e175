import * as z from 'zod';
import type { ChainId } from '../chains/registry.ts';
import type { Deps } from '../platform/deps.ts';
import { keys, prefixes } from '../platform/table/keys.ts';
import { getItem, queryPrefix, queryRange } from '../platform/table/table.ts';
import {
  type Check,
  conditionHeld,
  IF_PRESENT,
  transact,
  type Update,
  updateReturning,
  write,
} from '../platform/table/write.ts';
import { epochSeconds, plusSeconds } from '../values/time.ts';
import { type BlockRepo, REORG_WINDOW_BLOCKS } from '../watch/block-records.ts';
import { BalanceCheck, TokenBalance, WatchedBalance } from './schema.ts';

/** Longer than the watcher keeps its block records: a check without a block record cannot be orphaned any more. */
const CHECK_KEPT_SECONDS = 8 * 24 * 60 * 60;

/** How many checks of a chain have begun. The last of them may write. */
const Begun = z.object({ begun: z.int() });

/** A check that has begun. When another check begins, the writes of this check fail. */
export interface BegunCheck {
  readonly chain: ChainId;
  readonly number: number;
}

/** What a check writes of a native balance. */
export type Checked = Pick<WatchedBalance, 'amount' | 'height' | 'hash' | 'open'>;

/** The balances of the watched addresses, and the checks that compared them. */
export function balanceRepo({ table, now }: Pick<Deps, 'table' | 'now'>, blocks: Pick<BlockRepo, 'get'>) {
  return {
    /**
     * All watched addresses of a chain: one read of 1 MB for some 10,000 addresses. The answer may lack the changes of
     * the last moment, so the caller reads a balance again before the caller takes it for wrong.
     */
    native: (chain: ChainId): Promise<WatchedBalance[]> =>
      queryPrefix(table, keys.nativeBalance(chain, '').pk, prefixes.nativeBalances, WatchedBalance, { eventual: true }),

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

    /** Begins a check, and so ends every check that began before. Call this before any read of balances. */
    async begin(chain: ChainId): Promise<BegunCheck> {
      const part: Update<z.output<typeof Begun>> = { update: keys.balanceChecker(chain), add: { begun: 1 } };
      const { begun } = await updateReturning(table, part, Begun);
      return { chain, number: begun };
    },

    /** Stores what a check found. False when another check has begun, or when nobody watches the address any more. */
    store(check: BegunCheck, { sk }: WatchedBalance, { amount, height, hash, open }: Checked): Promise<boolean> {
      const part: Update<WatchedBalance> = {
        update: { pk: keys.nativeBalance(check.chain, '').pk, sk },
        set: { amount, height, hash, open },
        remove: open === undefined ? ['open'] : [],
        ...IF_PRESENT,
      };
      return conditionHeld(transact(table, [isLast(check), part]));
    },

    /**
     * Removes an address that no organisation watches any more, with its tokens: their movements are recorded no more.
     * Keeps the address when somebody watches it again.
     */
    async remove(chain: ChainId, { sk }: WatchedBalance): Promise<void> {
      const { pk } = keys.nativeBalance(chain, '');
      const form = sk.slice(prefixes.nativeBalances.length);
      for (const token of await this.tokens(chain, form)) await write(table, { delete: { pk, sk: token.sk } });
      await conditionHeld(write(table, { delete: { pk, sk }, when: '#left = :left', values: { ':left': true } }));
    },

    /** Stores a token balance. False when another check has begun. */
    storeToken: (check: BegunCheck, balance: TokenBalance): Promise<boolean> =>
      conditionHeld(
        transact(table, [isLast(check), { put: { pk: keys.nativeBalance(check.chain, '').pk, ...balance } }]),
      ),

    /** The last check at or below a height whose block is still in the chain. */
    async lastCheck(chain: ChainId, height: number): Promise<BalanceCheck | null> {
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
      return conditionHeld(transact(table, [isLast(check), { put }]));
    },
  };
}

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
