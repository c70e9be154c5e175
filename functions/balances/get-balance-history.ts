import { balanceHistory } from '../../lib/balances/balance-history.ts';
import { balanceRepo } from '../../lib/balances/repo.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { configuredPrices } from '../../lib/prices/price-wiring.ts';
import { walletRepo } from '../../lib/wallets/repo.ts';
import { walletListing } from '../../lib/wallets/wallet-listing.ts';
import { blockRepo } from '../../lib/watch/block-records.ts';
import { routes } from './routes.ts';

export const handler = endpoint(
  routes.getBalanceHistory,
  async ({ query, organisation, deps }) => {
    const { prices, now } = deps;
    const repos = {
      balances: balanceRepo(deps, blockRepo(deps)),
      wallets: { ...walletRepo(deps), ...walletListing(deps) },
      prices,
      now,
    };
    return { data: await balanceHistory(repos, organisation, query) };
  },
  { prices: configuredPrices },
);
