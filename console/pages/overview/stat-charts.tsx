import BarChart from '@cloudscape-design/components/bar-chart';
import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import Header from '@cloudscape-design/components/header';
import Skeleton from '@cloudscape-design/components/skeleton';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { lazy, Suspense, useState } from 'react';
import { useChains } from '../../live/chains.ts';
import { bucketLabel, bucketTitle } from './bucket-label.ts';
import { COLOURS } from './chart-colours.ts';
import {
  alertSeries,
  deliveredText,
  deliverySeries,
  heights,
  onlyBucket,
  type Series,
  type Stats,
  sum,
  transactionSeries,
} from './stats-series.ts';

const StatTable = lazy(() => import('./stat-table.tsx'));

/** The charts of the overview. Each has its numbers as a table too. */
export default function StatCharts({ stats }: { readonly stats: Stats }) {
  const { nameOf } = useChains();
  const counted = [alertSeries(stats), transactionSeries(stats, nameOf), deliverySeries(stats)];
  if (counted.every((series) => sum(heights(series)) === 0)) {
    return <Box color="text-status-inactive">Nothing happened in this time.</Box>;
  }
  return (
    <div className="tiles">
      <StatChart title="Alerts by severity" stats={stats} series={alertSeries(stats)} />
      <StatChart title="Transactions by chain" stats={stats} series={transactionSeries(stats, nameOf)} />
      <StatChart title="Deliveries" description={deliveredText(stats)} stats={stats} series={deliverySeries(stats)} />
    </div>
  );
}

interface StatChartProps {
  readonly title: string;
  readonly description?: string;
  readonly stats: Stats;
  readonly series: readonly Series[];
}

function StatChart({ title, description, stats, series }: StatChartProps) {
  const times = stats.buckets.map(({ at }) => new Date(at));
  const total = sum(heights(series));
  const [isTableOpen, setTableOpen] = useState(false);
  if (total === 0) return null;
  const header = (
    <Header variant="h2" counter={`(${total.toLocaleString()})`} description={description}>
      {title}
    </Header>
  );
  const only = onlyBucket(series);
  // A chart with a single bar says less than its figures.
  if (only !== undefined) {
    return (
      <Container header={header}>
        <Box>
          {bucketLabel(stats.interval, times[only.n] ?? new Date(stats.to))}: {only.text}
        </Box>
      </Container>
    );
  }
  return (
    <Container header={header}>
      <SpaceBetween size="s">
        <BarChart
          ariaLabel={title}
          stackedBars
          hideFilter
          height={180}
          xScaleType="categorical"
          xDomain={times}
          yDomain={[0, Math.max(1, ...heights(series))]}
          xTitle={bucketTitle(stats.interval)}
          i18nStrings={{ xTickFormatter: (at) => bucketLabel(stats.interval, at) }}
          series={series.map(({ title: name, tone, counts }) => ({
            type: 'bar',
            title: name,
            ...(tone !== undefined && { color: COLOURS[tone] }),
            data: times.map((x, n) => ({ x, y: counts[n] ?? 0 })),
          }))}
        />
        <ExpandableSection
          variant="footer"
          headerText={`${title} as a table`}
          expanded={isTableOpen}
          onChange={({ detail }) => setTableOpen(detail.expanded)}
        >
          <Suspense fallback={<Skeleton height="12rem" />}>
            {isTableOpen ? <StatTable title={title} stats={stats} series={series} /> : null}
          </Suspense>
        </ExpandableSection>
      </SpaceBetween>
    </Container>
  );
}
