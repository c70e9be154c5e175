import AreaChart from '@cloudscape-design/components/area-chart';
import { usdFigure } from '../../sdk/index.ts';

interface BalanceAreaProps {
  readonly title: string;
  /** A value for each day of UTC. */
  readonly points: readonly { readonly x: Date; readonly y: number }[];
}

/** The label of the highest value must not touch what stands above the chart. */
const HEADROOM = 1.1;
/** `2.5M` */
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const day = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** The value in USD of each day, as an area. */
export default function BalanceArea({ title, points }: BalanceAreaProps) {
  return (
    <AreaChart
      ariaLabel={title}
      hideFilter
      hideLegend
      height={160}
      xScaleType="time"
      series={[{ type: 'area', title, data: [...points], valueFormatter: (value) => usdFigure(value.toFixed(2)) }]}
      xDomain={[points[0]?.x ?? new Date(), points.at(-1)?.x ?? new Date()]}
      yDomain={[0, Math.max(1, ...points.map(({ y }) => y)) * HEADROOM]}
      xTitle="Day (UTC)"
      i18nStrings={{
        xTickFormatter: (at) => day.format(at),
        yTickFormatter: (value) => short.format(value),
      }}
    />
  );
}
