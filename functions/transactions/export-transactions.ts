import { audited } from '../../lib/platform/audit/audit-log.ts';
import { streamEndpoint } from '../../lib/platform/http/stream-endpoint.ts';
import { transact } from '../../lib/platform/table/write.ts';
import { csvPieces } from '../../lib/transactions/csv.ts';
import { transactionRepo } from '../../lib/transactions/repo.ts';
import { assertStreamable } from '../../lib/transactions/stream-limit.ts';
import { walletRepo } from '../../lib/wallets/repo.ts';
import { routes } from './routes.ts';

export const handler = streamEndpoint(routes.exportTransactions, async ({ query, organisation, deps }) => {
  const transactions = transactionRepo(deps);
  const { q: _, ...filters } = query;
  assertStreamable(await transactions.count(organisation, filters));
  // The entry comes before the first row that the caller gets.
  const audit = audited(deps, organisation, { action: 'read', resource: 'export', id: null, after: filters });
  await transact(deps.table, { audit });
  const day = deps.now().toISOString().slice(0, 10);
  return {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="transactions-${deps.stage}-${day}.csv"`,
    },
    chunks: csvPieces({ transactions, wallets: walletRepo(deps) }, organisation, query),
  };
});
