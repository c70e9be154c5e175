import type { ChainId } from '../chains/registry.ts';
import type { Deps } from '../platform/deps.ts';
import { keys, prefixes } from '../platform/table/keys.ts';
import { getItem, queryPrefix, queryRange } from '../platform/table/table.ts';
import { conditionHeld, type Update, write } from '../platform/table/write.ts';
import { epochSeconds, plusSeconds } from '../values/time.ts';
import type { BlockRepo } from '../watch/block-records.ts';
import { BalanceCheck, TokenBalance, WatchedBalance } from './schema.ts';

/** Longer than the watcher keeps its block records: a check without a block record cannot be orphaned any more. */
const CHECK_KEPT_SECONDS = 8 * 24 * 60 * 60;

/** What a check writes of a native balance. */
export type Checked = Pick<WatchedBalance, 'amount' | 'height' | 'open'>;

/** The balances of the watched addresses, and the checks that compared them. */
export function balanceRepo({ table, now }: Pick<Deps, 'table' | 'now'>, blocks: Pick<BlockRepo, 'get'>) {
  return {
    /** All watched addresses of a chain: one read of 1 MB for some 10,000 addresses. */
    native: (chain: ChainId): Promise<WatchedBalance[]> =>
      queryPrefix(table, keys.nativeBalance(chain, '').pk, prefixes.nativeBalances, WatchedBalance),

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

    /** Stores what a check found. False when another check has changed the balance since it was read. */
    async store(chain: ChainId, seen: WatchedBalance, { amount, height, open }: Checked): Promise<boolean> {
      const part: Update<WatchedBalance> = {
        update: { pk: keys.nativeBalance(chain, '').pk, sk: seen.sk },
        set: { amount, height, open },
        remove: open === undefined ? ['open'] : [],
        when: seen.height === undefined ? 'attribute_exists(#sk) AND attribute_not_exists(#height)' : '#height = :seen',
        ...(seen.height !== undefined && { values: { ':seen': seen.height } }),
      };
      return conditionHeld(write(table, part));
    },

    /** Removes an address that no organisation watches any more. Keeps the address when somebody watches it again. */
    async remove(chain: ChainId, { sk }: WatchedBalance): Promise<void> {
      const key = { pk: keys.nativeBalance(chain, '').pk, sk };
      await conditionHeld(write(table, { delete: key, when: '#left = :left', values: { ':left': true } }));
    },

    /** Stores a token balance. False when another check has changed the balance since it was read. */
    storeToken: (chain: ChainId, balance: TokenBalance, seen: TokenBalance | null): Promise<boolean> =>
      conditionHeld(
        write(table, {
          put: { pk: keys.nativeBalance(chain, '').pk, ...balance },
          ...(seen === null
            ? { when: 'attribute_not_exists(#pk)' }
            : { when: '#movedTo = :seen', values: { ':seen': seen.movedTo } }),
        }),
      ),

    /** The last check at or below a height whose block is still in the chain. */
    async lastCheck(chain: ChainId, height: number): Promise<BalanceCheck | null> {
      const limit = 30;
      const [first, last] = [keys.balanceCheck(chain, 0), keys.balanceCheck(chain, height)];
      for (const check of await queryRange(table, first, last, BalanceCheck, { backwards: true, limit })) {
        const block = await blocks.get(chain, check.height);
        if (block === null || block.hash === check.hash) return check;
      }
      return null;
    },

    async finish(chain: ChainId, check: BalanceCheck): Promise<void> {
      const ttl = epochSeconds(plusSeconds(now(), CHECK_KEPT_SECONDS));
      await write(table, { put: { ...keys.balanceCheck(chain, check.height), ...check, ttl } });
    },
  };
}

export type BalanceRepo = ReturnType<typeof balanceRepo>;
