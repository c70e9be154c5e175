import { shownBacktest } from '../../lib/alerts/backtests/schema.ts';
import { createBacktest } from '../../lib/alerts/backtests/start-backtest.ts';
import { creatingEndpoint } from '../../lib/platform/http/creating-endpoint.ts';
import { jobClient } from '../../lib/platform/jobs/job-client.ts';
import { transactionRepo } from '../../lib/transactions/repo.ts';
import { routes } from './routes.ts';

export const handler = creatingEndpoint(
  routes.createBacktest,
  async ({ body, organisation, deps }) => shownBacktest(await createBacktest(deps, organisation, body)),
  { jobs: () => jobClient(), transactions: transactionRepo },
);
