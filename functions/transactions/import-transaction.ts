import { boundedOn } from '../../lib/alerts/rules/bounded-wiring.ts';
import { configuredChains } from '../../lib/chains/chain-wiring.ts';
import { creatingEndpoint } from '../../lib/platform/http/creating-endpoint.ts';
import { Reply } from '../../lib/platform/http/reply.ts';
import { configuredPrices } from '../../lib/prices/price-wiring.ts';
import { importTransaction } from '../../lib/transactions/import.ts';
import { ImportBody } from '../../lib/transactions/import-body.ts';
import { transactionRepo } from '../../lib/transactions/repo.ts';
import { recordNames, transactionResponses } from '../../lib/transactions/transaction-response.ts';
import { walletRepo } from '../../lib/wallets/repo.ts';
import { routes } from './routes.ts';

export const handler = creatingEndpoint(
  { ...routes.importTransaction, body: ImportBody },
  async ({ body, organisation, deps }) => {
    const wallets = walletRepo(deps);
    const transactions = transactionRepo(deps);
    const { prices, now, chains } = deps;
    const importing = { wallets, transactions, bounded: boundedOn(deps), prices, now, chains };
    const { created, transaction } = await importTransaction(importing, organisation, body);
    const [shown = null] = await transactionResponses(recordNames(deps), organisation, [transaction]);
    return created ? new Reply(201, shown) : new Reply(200, { ...shown, alreadyExists: true });
  },
  { chains: configuredChains, prices: configuredPrices },
);
