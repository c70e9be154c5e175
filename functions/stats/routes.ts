import { Flows, FlowsQuery } from '../../lib/overview/daily-flows.ts';
import { Stats, StatsQuery } from '../../lib/overview/stats-schema.ts';
import type { Route } from '../../lib/platform/http/route.ts';
import { MANY_RECORDS } from '../../lib/platform/http/route-parts.ts';

export const routes = {
  getStats: {
    method: 'GET',
    path: '/api/stats',
    handler: 'stats/get-stats',
    scope: 'read',
    tag: 'Statistics',
    summary: 'Get the statistics',
    description:
      'Counts alerts, transactions and deliveries by hour or day. At most 744 buckets. By default the last 30 days ' +
      'for `day` and the last 48 hours for `hour`.',
    query: StatsQuery,
    responses: { 200: Stats },
    costs: 'reads',
    access: { table: ['GetItem', 'BatchGetItem', 'Query'] },
    // 744 buckets of busy lists open some 2,000 list nodes.
    timeoutSeconds: 25,
    memoryMb: 1024,
  },
  getFlows: {
    method: 'GET',
    path: '/api/stats/flows',
    handler: 'stats/get-flows',
    scope: 'read',
    tag: 'Statistics',
    summary: 'Get flows by day',
    description:
      'Inflow and outflow in USD. A transaction counts with its net value. Transfers between own wallets do not count.',
    query: FlowsQuery,
    responses: { 200: Flows },
    costs: 'reads',
    access: { table: ['GetItem', 'BatchGetItem', 'Query'] },
    ...MANY_RECORDS,
  },
} as const satisfies Record<string, Route>;
