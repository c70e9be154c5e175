import { streamEndpoint } from '../../lib/platform/http/stream-endpoint.ts';
import { csvHeader, csvRows } from '../../lib/transactions/csv.ts';
import { transactionRepo } from '../../lib/transactions/repo.ts';
import { found } from '../../lib/transactions/search.ts';
import { assertStreamable } from '../../lib/transactions/stream-limit.ts';
import { transactionResponses } from '../../lib/transactions/transaction-response.ts';
import { walletRepo } from '../../lib/wallets/repo.ts';
import { routes } from './routes.ts';

export const handler = streamEndpoint(routes.exportTransactions, async ({ query, organisation, deps }) => {
  const transactions = transactionRepo(deps);
  const wallets = walletRepo(deps);
  const { q, ...filters } = query;
  assertStreamable(await transactions.count(organisation, filters));
  const day = deps.now().toISOString().slice(0, 10);
  return {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="transactions-${deps.stage}-${day}.csv"`,
    },
    chunks: (async function* () {
      yield csvHeader;
      for await (const batch of transactions.all(organisation, filters)) {
        const rows = await found(wallets, organisation, q, batch);
        yield csvRows(await transactionResponses(wallets, organisation, rows));
      }
    })(),
  };
});
