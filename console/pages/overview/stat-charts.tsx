import BarChart from '@cloudscape-design/components/bar-chart';
import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import Skeleton from '@cloudscape-design/components/skeleton';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { lazy, Suspense, useState } from 'react';
import { useChains } from '../../live/chains.ts';
import { bucketLabel, bucketTitle, sinceText } from './bucket-label.ts';
import { COLOURS } from './chart-colours.ts';
import {
  alertSeries,
  deliveredLines,
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
  const kinds = [
    { title: 'Alerts by severity', series: alertSeries(stats) },
    { title: 'Transactions by chain', series: transactionSeries(stats, nameOf) },
    { title: 'Deliveries', series: deliverySeries(stats), lines: deliveredLines(stats) },
  ].filter(({ series }) => sum(heights(series)) > 0);
  if (kinds.length === 0) return <Box color="text-status-inactive">Nothing happened in this time.</Box>;
  const [drawn, figures] = [false, true].map((isSingle) =>
    kinds.filter(({ series }) => (onlyBucket(series) !== undefined) === isSingle),
  );
  return (
    <SpaceBetween size="l">
      {drawn === undefined || drawn.length === 0 ? null : (
        <div className="tiles">
          {drawn.map((kind) => (
            <StatChart key={kind.title} {...kind} stats={stats} />
          ))}
        </div>
      )}
      {figures === undefined || figures.length === 0 ? null : (
        <Container>
          <KeyValuePairs
            columns={figures.length}
            items={figures.map((kind) => ({ label: kind.title, value: <OnlyFigures {...kind} stats={stats} /> }))}
          />
        </Container>
      )}
    </SpaceBetween>
  );
}

interface StatChartProps {
  readonly title: string;
  /** What the figures mean, in lines. */
  readonly lines?: readonly string[];
  readonly stats: Stats;
  readonly series: readonly Series[];
}

/** A chart with a single bar says less than its figures. Lines that tell the figures more exactly take their place. */
function OnlyFigures({ lines = [], stats, series }: Omit<StatChartProps, 'title'>) {
  const only = onlyBucket(series);
  if (only === undefined) return null;
  return (
    <>
      {sinceText(stats.interval, new Date(stats.buckets[only.n]?.at ?? stats.to), new Date(stats.to))}:{' '}
      {lines.length > 0 ? null : only.text}
      <Lines of={lines} />
    </>
  );
}

const Lines = ({ of = [] }: { readonly of: readonly string[] | undefined }) =>
  of.length === 0 ? null : (
    <ul className="plain">
      {of.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );

function StatChart({ title, lines, stats, series }: StatChartProps) {
  const times = stats.buckets.map(({ at }) => new Date(at));
  const total = sum(heights(series));
  const [isTableOpen, setTableOpen] = useState(false);
  const header = (
    <Header variant="h2" counter={`(${total.toLocaleString()})`} description={<Lines of={lines} />}>
      {title}
    </Header>
  );
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
