import Header from '@cloudscape-design/components/header';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import Skeleton from '@cloudscape-design/components/skeleton';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { lazy, Suspense } from 'react';
import { BalanceChart } from '../../design/balance-chart.tsx';
import { ProblemAlert } from '../../design/problem-alert.tsx';
import { useLiveItem } from '../../live/live-item.ts';
import { useUrlState } from '../../live/url-state.ts';
import { useClient } from '../../session/session-context.ts';
import { CriticalAlerts, FailingReceivers } from './attention.tsx';
import { LatencyTable } from './latency-table.tsx';
import { NeedsYou } from './needs-you.tsx';
import { NextSteps } from './next-steps.tsx';
import { flowsQuery, RANGES, rangeIn, statsQuery } from './stats-series.ts';
import { TotalValue } from './total-value.tsx';
import { UsedChains } from './used-chains.tsx';

const FlowChart = lazy(() => import('./flow-chart.tsx'));
const StatCharts = lazy(() => import('./stat-charts.tsx'));

/** The statistics read many counts, and their charts change slowly. */
const STATS_MS = 15_000;
/** The flows read every transaction of the range. */
const FLOWS_MS = 300_000;

/** What happened lately, and what needs attention. */
export default function OverviewPage() {
  const client = useClient();
  const { params, change } = useUrlState();
  const range = rangeIn(params);
  const stats = useLiveItem({
    key: ['stats', range],
    load: (signal) => client.GET('/api/stats', { params: { query: statsQuery(range, new Date()) }, signal }),
    pauseMs: STATS_MS,
  });
  const flows = useLiveItem({
    key: ['stats', 'flows', range],
    load: (signal) => client.GET('/api/stats/flows', { params: { query: flowsQuery(range, new Date()) }, signal }),
    pauseMs: FLOWS_MS,
  });
  return (
    <SpaceBetween size="l">
      <Header variant="h1">Overview</Header>
      <NeedsYou />
      <NextSteps />
      <div className="tiles">
        <CriticalAlerts />
        <FailingReceivers />
        <UsedChains />
      </div>
      <TotalValue />
      <BalanceChart title="Value of all wallets in USD" />
      <Header
        variant="h2"
        actions={
          <SegmentedControl
            label="Range of the charts"
            options={RANGES}
            selectedId={range}
            onChange={({ detail }) => change({ range: detail.selectedId })}
          />
        }
      >
        Activity
      </Header>
      <ProblemAlert error={flows.error} retry={flows.retry} />
      <Suspense>{flows.item === undefined ? null : <FlowChart flows={flows.item} />}</Suspense>
      <ProblemAlert error={stats.error} retry={stats.retry} />
      <Suspense fallback={<Skeleton height="24rem" />}>
        {stats.item === undefined ? (
          stats.error === null ? (
            <Skeleton height="24rem" />
          ) : null
        ) : (
          <StatCharts stats={stats.item} />
        )}
      </Suspense>
      <LatencyTable />
    </SpaceBetween>
  );
}
