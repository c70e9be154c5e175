import Header from '@cloudscape-design/components/header';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import Skeleton from '@cloudscape-design/components/skeleton';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { lazy, Suspense } from 'react';
import { OutageBar } from '../../design/outage-bar.tsx';
import { ProblemAlert } from '../../design/problem-alert.tsx';
import { useFirstSteps } from '../../live/first-steps.ts';
import { useLiveItem } from '../../live/live-item.ts';
import { useUrlState } from '../../live/url-state.ts';
import { useClient } from '../../session/session-context.ts';
import { CriticalAlerts, FailingReceivers } from './attention.tsx';
import { Holdings } from './holdings.tsx';
import { LatencyTable } from './latency-table.tsx';
import { NeedsYou } from './needs-you.tsx';
import { NextSteps } from './next-steps.tsx';
import { flowsQuery, isOfOneDay, RANGES, rangeIn, statsQuery } from './stats-series.ts';
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
  const week = useLiveItem({
    key: ['stats', '7d'],
    load: (signal) => client.GET('/api/stats', { params: { query: statsQuery('7d', new Date()) }, signal }),
    pauseMs: STATS_MS,
    isAsked: params.range === undefined,
  });
  // On the first day only hours show what happened when.
  const range = rangeIn(params, week.item !== undefined && isOfOneDay(week.item) ? '48h' : '7d');
  // The first steps say that an organisation without a wallet needs a wallet and a rule.
  const isNew = useFirstSteps()?.some(({ id, isDone }) => id === 'wallet' && !isDone) ?? false;
  const stats = useLiveItem({
    key: ['stats', range],
    load: (signal) => client.GET('/api/stats', { params: { query: statsQuery(range, new Date()) }, signal }),
    pauseMs: STATS_MS,
  });
  const flows = useLiveItem({
    key: ['stats', 'flows', range],
    load: (signal) => client.GET('/api/stats/flows', { params: { query: flowsQuery(range, new Date()) }, signal }),
    pauseMs: FLOWS_MS,
    isAsked: params.range !== undefined || week.item !== undefined,
  });
  return (
    <SpaceBetween size="l">
      <Header variant="h1">Overview</Header>
      <OutageBar />
      <div className="overview">
        <SpaceBetween size="l">
          <NeedsYou isNew={isNew} />
          <NextSteps />
          <CriticalAlerts />
          <FailingReceivers />
          <UsedChains />
        </SpaceBetween>
        <SpaceBetween size="l">
          <Holdings />
          <LatencyTable />
        </SpaceBetween>
      </div>
      {isNew ? null : (
        <SpaceBetween size="l">
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
        </SpaceBetween>
      )}
    </SpaceBetween>
  );
}
