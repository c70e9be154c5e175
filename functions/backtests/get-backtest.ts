import { backtestRepo } from '../../lib/alerts/backtests/backtest-job.ts';
import { shownBacktest } from '../../lib/alerts/backtests/schema.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.getBacktest, async ({ params, organisation, deps }) =>
  shownBacktest(await backtestRepo(deps).get(organisation, params.id)),
);
