import { streamEndpoint } from '../../lib/platform/http/stream-endpoint.ts';
import { csvHeader, csvRows } from '../../lib/transactions/csv.ts';
import { transactionRepo } from '../../lib/transactions/repo.ts';
import { transactionResponses } from '../../lib/transactions/transaction-response.ts';
import { walletRepo } from '../../lib/wallets/repo.ts';
import { routes } from './routes.ts';

export const handler = streamEndpoint(routes.exportTransactions, async ({ query, organisation, deps }) => {
  const day = deps.now().toISOString().slice(0, 10);
  return {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="transactions-${deps.stage}-${day}.csv"`,
    },
    chunks: (async function* () {
      yield csvHeader;
      for await (const batch of transactionRepo(deps).all(organisation, query)) {
        yield csvRows(await transactionResponses(walletRepo(deps), organisation, batch));
      }
    })(),
  };
});
