import { LRUCache } from 'lru-cache';
import type { ConfiguredChains } from '../chains/chain-wiring.ts';
import type { ChainId } from '../chains/registry.ts';
import { errorFields, log } from '../platform/log.ts';
import type { PriceSource } from '../prices/price.ts';
import { multiply } from '../values/decimal.ts';
import { growingTo } from '../values/memo.ts';
import type { StoredWallet } from '../wallets/schema.ts';
import type { Balance } from './schema.ts';
import { assetOf } from './wallet-balances.ts';

/** The longest time that the nodes of all chains together may take. */
const MOST_MS = 5_000;
/** So long a process gives the same answer about an address, so that many readers cost few requests. */
const KEPT_MS = 10_000;
/** Answers that a process remembers, some 200 bytes each. */
const REMEMBERED = 10_000;

type Stated = Omit<NonNullable<Balance['onChain']>, 'valueUsd'>;

/** The native balance of an address as the nodes of a chain say now; null when no node answers within the time. */
export type NativeNow = (chain: ChainId, address: string) => Promise<Stated | null>;

interface NativeNowDeps {
  readonly chains: () => Promise<Pick<ConfiguredChains, 'hasNode' | 'reader'>>;
  now(): Date;
}

/** Asks the nodes for native balances. Never rejects. A failure is kept too, so that nobody presses silent nodes. */
export function nativeNow({ chains, now }: NativeNowDeps): NativeNow {
  const clock = { ttl: KEPT_MS, ttlResolution: 0, perf: { now: () => now().getTime() } };
  const known = new LRUCache<string, Promise<Stated | null>>({ ...growingTo(REMEMBERED), ...clock });

  async function ask(chain: ChainId, address: string): Promise<Stated | null> {
    try {
      const { hasNode, reader } = await chains();
      if (!hasNode(chain)) return null;
      const found = await reader(chain).accountsNow?.([address], AbortSignal.timeout(MOST_MS));
      const amount = found?.amounts.get(address);
      return amount === undefined ? null : { amount, at: now().toISOString() };
    } catch (error) {
      log.warn('balance.not_answered', { chain, ...errorFields(error) });
      return null;
    }
  }

  return (chain, address) => {
    const key = `${chain} ${address}`;
    const answer = known.get(key) ?? ask(chain, address);
    if (!known.has(key)) known.set(key, answer);
    return answer;
  };
}

interface OnChainDeps {
  readonly nativeNow: NativeNow;
  readonly prices: PriceSource;
  now(): Date;
}

/** The balances of a wallet with what the nodes say now of each native balance, and the value of this. */
export const withOnChain = (
  { nativeNow: ask, prices, now }: OnChainDeps,
  { address }: Pick<StoredWallet, 'address'>,
  rows: readonly Balance[],
): Promise<Balance[]> =>
  Promise.all(
    rows.map(async (row) => {
      if (row.tokenAddress !== null) return row;
      const [stated, [price]] = await Promise.all([ask(row.chain, address), prices.pricesAt([assetOf(row)], now())]);
      if (stated === null) return row;
      const valueUsd = price?.status === 'known' ? multiply(stated.amount, price.usd) : null;
      return { ...row, onChain: { ...stated, valueUsd } };
    }),
  );
