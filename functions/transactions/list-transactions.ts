import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { transactionRepo } from '../../lib/transactions/repo.ts';
import { transactionResponses } from '../../lib/transactions/transaction-response.ts';
import { walletRepo } from '../../lib/wallets/repo.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.listTransactions, async ({ query, organisation, deps }) => {
  const { page, pageSize, ...filters } = query;
  const { data, meta } = await transactionRepo(deps).page(organisation, filters, { page, pageSize });
  return { data: await transactionResponses(walletRepo(deps), organisation, data), meta };
});
