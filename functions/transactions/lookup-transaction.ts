import { bookLabels } from '../../lib/address-book/book-labels.ts';
import { configuredChains } from '../../lib/chains/chain-wiring.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { configuredPrices } from '../../lib/prices/price-wiring.ts';
import { lookup } from '../../lib/transactions/lookup.ts';
import { transactionRepo } from '../../lib/transactions/repo.ts';
import { HashQuery } from '../../lib/transactions/transaction-hash.ts';
import { walletRepo } from '../../lib/wallets/repo.ts';
import { routes } from './routes.ts';

export const handler = endpoint(
  { ...routes.lookupTransaction, query: HashQuery },
  async ({ query, organisation, deps }) => {
    const wallets = walletRepo(deps);
    const labelsOf = bookLabels(deps);
    const transactions = transactionRepo(deps);
    const chains = await deps.chains();
    const looking = { wallets, labelsOf, transactions, chains, prices: deps.prices };
    return lookup(looking, organisation, query.hash, query.chain);
  },
  { chains: configuredChains, prices: configuredPrices },
);
