import { differenceRepo } from '../../lib/balances/difference-repo.ts';
import { nativeNow, withOnChain } from '../../lib/balances/on-chain.ts';
import { balanceRepo } from '../../lib/balances/repo.ts';
import { walletBalances } from '../../lib/balances/wallet-balances.ts';
import { configuredChains } from '../../lib/chains/chain-wiring.ts';
import type { Deps } from '../../lib/platform/deps.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { pageOf } from '../../lib/platform/page.ts';
import { configuredPrices } from '../../lib/prices/price-wiring.ts';
import { transactionRepo } from '../../lib/transactions/repo.ts';
import { walletRepo } from '../../lib/wallets/repo.ts';
import { blockRepo } from '../../lib/watch/block-records.ts';
import { routes } from './routes.ts';

export const handler = endpoint(
  routes.listBalances,
  async ({ params, query, organisation, deps }) => {
    const wallet = await walletRepo(deps).get(organisation, params.id);
    const repos = {
      balances: balanceRepo(deps, blockRepo(deps)),
      differences: differenceRepo(deps),
      transactions: transactionRepo(deps),
      prices: deps.prices,
      now: deps.now,
    };
    const page = pageOf(await walletBalances(repos, organisation, wallet), query, 'balances', wallet.id);
    return query.onChain === 'true' ? { ...page, data: await withOnChain(deps, wallet, page.data) } : page;
  },
  {
    prices: configuredPrices,
    nativeNow: (deps: Deps) => nativeNow({ chains: configuredChains(deps), now: deps.now }),
  },
);
