import { matchForm } from '../chains/address.ts';
import { ChainId, chainOf } from '../chains/registry.ts';
import type { PriceSource } from '../prices/price.ts';
import { multiply } from '../values/decimal.ts';
import type { OrganisationId } from '../values/ids.ts';
import type { StoredWallet } from '../wallets/schema.ts';
import type { DifferenceRepo } from './difference-repo.ts';
import type { BalanceRepo } from './repo.ts';
import { type Balance, hasMoved, presentAmount, type TokenBalance } from './schema.ts';

export interface WalletBalancesDeps {
  readonly balances: Pick<BalanceRepo, 'nativeOf' | 'lastCheck' | 'tokens'>;
  readonly differences: Pick<DifferenceRepo, 'openOf'>;
  readonly prices: PriceSource;
  now(): Date;
}

type Unpriced = Omit<Balance, 'valueUsd'>;

/**
 * The balances of a wallet as of the last check of each chain: the native balance first, then the tokens by name. A
 * wallet with a tag has none, because the balance belongs to the whole account.
 */
export async function walletBalances(
  deps: WalletBalancesDeps,
  organisationId: OrganisationId,
  wallet: StoredWallet,
): Promise<Balance[]> {
  if (wallet.destinationTag !== null) return [];
  const { data: open } = await deps.differences.openOf(organisationId, wallet.id);
  const isOpen = (chain: string, token: string | null): boolean =>
    open.some((difference) => difference.chain === chain && difference.tokenAddress === token);
  const all: Unpriced[] = [];
  for (const chain of wallet.chains.map((id) => ChainId.parse(id))) {
    const form = matchForm(chain, wallet.address);
    const [native, check, tokens] = await Promise.all([
      deps.balances.nativeOf(chain, form),
      deps.balances.lastCheck(chain, Number.MAX_SAFE_INTEGER),
      deps.balances.tokens(chain, form),
    ]);
    if (native?.amount !== undefined && check !== null) {
      all.push({
        chain,
        asset: chainOf(chain).nativeSymbol,
        tokenAddress: null,
        amount: native.amount,
        height: check.height,
        at: check.at,
        status: isOpen(chain, null) ? 'difference' : 'matched',
      });
    }
    const shown = tokens.flatMap((token) => rowOf(chain, token, isOpen(chain, token.tokenAddress)));
    all.push(...shown.toSorted((a, b) => a.asset.localeCompare(b.asset)));
  }
  return priced(deps, all);
}

function rowOf(chain: ChainId, token: TokenBalance, isOpen: boolean): Unpriced[] {
  const { asset, tokenAddress, height, movedTo, checkedAt } = token;
  const amount = presentAmount(token);
  // A contract that states no balance has no row.
  if (amount === null) return [];
  const isMatched = !hasMoved(token);
  return [
    {
      chain,
      asset,
      tokenAddress,
      amount,
      height: isMatched ? height : movedTo,
      at: checkedAt,
      status: isOpen ? 'difference' : isMatched ? 'matched' : 'pending',
    },
  ];
}

async function priced({ prices, now }: WalletBalancesDeps, rows: readonly Unpriced[]): Promise<Balance[]> {
  const assets = rows.map(({ chain, asset, tokenAddress }) => ({ chain, tokenAddress, symbol: asset }));
  const found = await prices.pricesAt(assets, now());
  return rows.map((row, n) => {
    const price = found[n];
    return { ...row, valueUsd: price?.status === 'known' ? multiply(row.amount, price.usd) : null };
  });
}
