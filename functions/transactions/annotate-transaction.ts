import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { transactionRepo } from '../../lib/transactions/repo.ts';
import { recordNames, transactionResponses } from '../../lib/transactions/transaction-response.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.annotateTransaction, async ({ params, body, organisation, deps }) => {
  const transaction = await transactionRepo(deps).annotate(organisation, params.id, body);
  const [shown = null] = await transactionResponses(recordNames(deps), organisation, [transaction]);
  return shown;
});
