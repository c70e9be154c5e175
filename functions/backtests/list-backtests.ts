import { backtestRepo } from '../../lib/alerts/backtests/backtest-job.ts';
import { shownBacktest } from '../../lib/alerts/backtests/schema.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.listBacktests, async ({ query, organisation, deps }) => {
  const { data, meta } = await backtestRepo(deps).list(organisation, query);
  return { data: data.map(shownBacktest), meta };
});
