import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { transactionRepo } from '../../lib/transactions/repo.ts';
import { search } from '../../lib/transactions/search.ts';
import { recordNames, transactionResponses } from '../../lib/transactions/transaction-response.ts';
import { walletRepo } from '../../lib/wallets/repo.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.listTransactions, async ({ query, organisation, deps }) => {
  const { page, pageSize, cursor, q, ...filters } = query;
  const request = { page, pageSize, cursor };
  const transactions = transactionRepo(deps);
  const { data, meta } =
    q === undefined
      ? await transactions.page(organisation, filters, request)
      : await search({ transactions, wallets: walletRepo(deps) }, organisation, { ...filters, q }, request);
  return { data: await transactionResponses(recordNames(deps), organisation, data), meta };
});
