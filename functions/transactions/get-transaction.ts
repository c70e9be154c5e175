import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { transactionRepo } from '../../lib/transactions/repo.ts';
import { transactionResponses } from '../../lib/transactions/transaction-response.ts';
import { walletRepo } from '../../lib/wallets/repo.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.getTransaction, async ({ params, organisation, deps }) => {
  const transaction = await transactionRepo(deps).get(organisation, params.id);
  const [shown = null] = await transactionResponses(walletRepo(deps), organisation, [transaction]);
  return shown;
});
