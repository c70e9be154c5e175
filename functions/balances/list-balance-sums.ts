import { balanceSums } from '../../lib/balances/balance-sums.ts';
import { balanceRepo } from '../../lib/balances/repo.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { configuredPrices } from '../../lib/prices/price-wiring.ts';
import { transactionRepo } from '../../lib/transactions/repo.ts';
import { walletRepo } from '../../lib/wallets/repo.ts';
import { walletListing } from '../../lib/wallets/wallet-listing.ts';
import { blockRepo } from '../../lib/watch/block-records.ts';
import { routes } from './routes.ts';

export const handler = endpoint(
  routes.listBalanceSums,
  async ({ query, organisation, deps }) => {
    const repos = {
      balances: balanceRepo(deps, blockRepo(deps)),
      transactions: transactionRepo(deps),
      wallets: { ...walletRepo(deps), ...walletListing(deps) },
      prices: deps.prices,
      now: deps.now,
    };
    return { data: await balanceSums(repos, organisation, query) };
  },
  { prices: configuredPrices },
);
