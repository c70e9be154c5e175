import BarChart from '@cloudscape-design/components/bar-chart';
import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Table from '@cloudscape-design/components/table';
import { useChains } from '../../live/chains.ts';
import {
  alertSeries,
  deliveredPercent,
  deliverySeries,
  heights,
  type Series,
  type Stats,
  sum,
  transactionSeries,
} from './stats-series.ts';

const day = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' });
const hour = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });

/** Days are those of UTC; hours are those of the user. */
const labelOf = ({ interval }: Stats, at: Date): string => (interval === 'day' ? day : hour).format(at);

/** The design tokens of Cloudscape for the status colours of charts. A new version may rename them. */
const COLOURS: Readonly<Record<NonNullable<Series['tone']>, string>> = {
  critical: 'var(--color-charts-status-critical-dflvgi)',
  medium: 'var(--color-charts-status-medium-7uzmxu)',
  info: 'var(--color-charts-status-info-u1d8gu)',
  positive: 'var(--color-charts-status-positive-bijtpy)',
  neutral: 'var(--color-charts-status-neutral-l402tz)',
};

/** The charts of the overview. Each has its numbers as a table too. */
export default function StatCharts({ stats }: { readonly stats: Stats }) {
  const { nameOf } = useChains();
  const percent = deliveredPercent(stats);
  return (
    <div className="tiles">
      <StatChart title="Alerts by severity" stats={stats} series={alertSeries(stats)} />
      <StatChart title="Transactions by chain" stats={stats} series={transactionSeries(stats, nameOf)} />
      <StatChart
        title="Deliveries"
        description={
          percent === undefined ? undefined : `${percent.toLocaleString()} % of the finished deliveries arrived.`
        }
        stats={stats}
        series={deliverySeries(stats)}
      />
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
  return (
    <Container
      header={
        <Header variant="h2" counter={`(${total.toLocaleString()})`} description={description}>
          {title}
        </Header>
      }
    >
      <SpaceBetween size="s">
        <BarChart
          ariaLabel={title}
          stackedBars
          hideFilter
          height={180}
          xScaleType="categorical"
          xDomain={times}
          yDomain={[0, Math.max(1, ...heights(series))]}
          xTitle={stats.interval === 'day' ? 'Day (UTC)' : 'Hour'}
          i18nStrings={{ xTickFormatter: (at) => labelOf(stats, at) }}
          series={series.map(({ title: name, tone, counts }) => ({
            type: 'bar',
            title: name,
            ...(tone !== undefined && { color: COLOURS[tone] }),
            data: times.map((x, n) => ({ x, y: counts[n] ?? 0 })),
          }))}
          empty={<Box color="text-status-inactive">Nothing was counted.</Box>}
        />
        <ExpandableSection variant="footer" headerText={`${title} as a table`}>
          <StatTable title={title} stats={stats} series={series} />
        </ExpandableSection>
      </SpaceBetween>
    </Container>
  );
}

/** The numbers of a chart, the newest bucket first. */
function StatTable({ title, stats, series }: Omit<StatChartProps, 'description'>) {
  const totals = heights(series);
  const rows = stats.buckets.map(({ at }, n) => ({ at, n })).toReversed();
  const columns = [
    { id: 'at', header: stats.interval === 'day' ? 'Day (UTC)' : 'Hour', isRowHeader: true },
    ...series.map((each) => ({ id: each.title, header: each.title, counts: each.counts })),
    { id: 'total', header: 'Total', counts: totals },
  ];
  return (
    <Table
      variant="embedded"
      items={rows}
      trackBy="at"
      ariaLabels={{ tableLabel: title }}
      columnDefinitions={columns.map((column) => ({
        id: column.id,
        header: column.header,
        isRowHeader: column.id === 'at',
        cell: ({ at, n }: (typeof rows)[number]) =>
          'counts' in column ? (column.counts[n] ?? 0).toLocaleString() : labelOf(stats, new Date(at)),
      }))}
    />
  );
}
