import { Backtest, BacktestQuery, CreateBacktest } from '../../lib/alerts/backtests/schema.ts';
import type { Route } from '../../lib/platform/http/route.ts';
import { jobRoutes } from '../job-routes.ts';

const { create, list, get, cancel } = jobRoutes({
  ...{ name: 'backtest', path: '/api/alerts/backtests', tag: 'Alert rules' },
  ...{ body: CreateBacktest, job: Backtest, query: BacktestQuery },
});

export const routes = {
  createBacktest: {
    ...create,
    path: '/api/alerts/rules/backtest',
    summary: 'Create a backtest',
    description:
      'Tells what a rule would have done with the records of a range, of which there may be a million. Makes no ' +
      'events, deliveries or counts. Tags, lists, mutes that have ended, and values that came late are ' +
      'those of today.',
    errors: ['not_found', ...create.errors],
    access: { table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem'], invokes: ['run-jobs'] },
  },
  listBacktests: {
    ...list,
    summary: 'List backtests',
    description: 'Newest first. A backtest is listed for a week after its end.',
    access: { table: ['Query'] },
  },
  getBacktest: {
    ...get,
    summary: 'Get a backtest',
    description: 'With its progress, and with samples after its end.',
    access: { table: ['GetItem'] },
  },
  cancelBacktest: {
    ...cancel,
    summary: 'Cancel a backtest',
    description: 'What it has counted stays.',
    access: { table: ['GetItem', 'PutItem', 'UpdateItem'] },
  },
} as const satisfies Record<string, Route>;
