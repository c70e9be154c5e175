import BarChart from '@cloudscape-design/components/bar-chart';
import type { components } from '../../../sdk/index.ts';

const day = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** How many alerts the rule would have made on each day. */
export default function BacktestChart({ perDay }: Pick<components['schemas']['Backtest'], 'perDay'>) {
  const data = perDay.map(({ at, fired }) => ({ x: new Date(at), y: fired }));
  return (
    <BarChart
      ariaLabel="Alerts per day"
      hideFilter
      hideLegend
      height={140}
      xScaleType="categorical"
      xDomain={data.map(({ x }) => x)}
      yDomain={[0, Math.max(1, ...data.map(({ y }) => y))]}
      xTitle="Day (UTC)"
      yTitle="Alerts"
      i18nStrings={{ xTickFormatter: (at) => day.format(at) }}
      series={[{ type: 'bar', title: 'Alerts', data }]}
    />
  );
}
