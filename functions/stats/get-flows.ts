import { flowsOf } from '../../lib/overview/daily-flows.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { transactionRepo } from '../../lib/transactions/repo.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.getFlows, ({ query, organisation, deps }) =>
  flowsOf({ transactions: transactionRepo(deps), now: deps.now }, organisation, query),
);
