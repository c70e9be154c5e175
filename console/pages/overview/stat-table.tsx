import Table from '@cloudscape-design/components/table';
import { bucketLabel, bucketTitle } from './bucket-label.ts';
import { heights, type Series, type Stats } from './stats-series.ts';

interface StatTableProps {
  readonly title: string;
  readonly stats: Stats;
  readonly series: readonly Series[];
}

/** The numbers of a chart, the newest bucket first. */
export default function StatTable({ title, stats, series }: StatTableProps) {
  const { interval, buckets } = stats;
  const rows = buckets.map(({ at }, n) => ({ at, n })).toReversed();
  const counted = [...series, { title: 'Total', counts: heights(series) }];
  return (
    <Table
      variant="embedded"
      items={rows}
      trackBy="at"
      ariaLabels={{ tableLabel: title }}
      columnDefinitions={[
        {
          id: 'at',
          header: bucketTitle(interval),
          isRowHeader: true,
          cell: ({ at }: (typeof rows)[number]) => bucketLabel(interval, new Date(at)),
        },
        ...counted.map(({ title: name, counts }) => ({
          id: name,
          header: name,
          cell: ({ n }: (typeof rows)[number]) => (counts[n] ?? 0).toLocaleString(),
        })),
      ]}
    />
  );
}
