import type { BalanceRepo } from '../../lib/balances/repo.ts';
import type { TokenBalance, WatchedBalance } from '../../lib/balances/schema.ts';
import type { ChainId } from '../../lib/chains/registry.ts';

/** The native balances of all addresses of a chain. */
export async function allNatives(balances: BalanceRepo, chain: ChainId): Promise<WatchedBalance[]> {
  const all: WatchedBalance[] = [];
  for (let position: string | null = ''; position !== null; ) {
    const page = await balances.natives(chain, position);
    all.push(...page.balances);
    position = page.upTo;
  }
  return all;
}

/** The tokens of all addresses of a chain. */
export const allTokens = async (balances: BalanceRepo, chain: ChainId): Promise<TokenBalance[]> =>
  (await Array.fromAsync(balances.tokensBetween(chain, '', null))).flat();
