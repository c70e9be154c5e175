import BarChart from '@cloudscape-design/components/bar-chart';
import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import { type components, usdFigure } from '../../../sdk/index.ts';
import { instantText } from '../../design/instant-text.ts';
import { bucketLabel, bucketTitle } from './bucket-label.ts';
import { COLOURS } from './chart-colours.ts';

type Flows = components['schemas']['Flows'];

/** `2.5M` */
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const TITLE = 'Inflow and outflow in USD';

/** Of very many transactions only the newest count. */
const sinceText = ({ from }: Flows): string =>
  from.endsWith('T00:00:00.000Z') ? '' : ` Of more than 5,000 transactions, the newest since ${instantText(from)}.`;

const scopeText = (flows: Flows): string =>
  `Without transfers between own wallets, fees and tokens without a price.${sinceText(flows)}`;

/** What came in and what went out, day by day. Nothing shows when nothing moved. */
export default function FlowChart({ flows }: { readonly flows: Flows }) {
  const days = flows.days.map(({ at, inUsd, outUsd }) => ({ x: new Date(at), in: Number(inUsd), out: Number(outUsd) }));
  const highest = Math.max(0, ...days.map((day) => Math.max(day.in, day.out)));
  const [first, ...others] = days.filter((day) => day.in > 0 || day.out > 0);
  if (first === undefined) return null;
  const valueFormatter = (value: number) => usdFigure(value.toFixed(2));
  // A chart with a single bar says less than its figures.
  if (others.length === 0) {
    return (
      <div>
        <Box>
          {bucketLabel('day', first.x)}: {valueFormatter(first.in)} in, {valueFormatter(first.out)} out.
        </Box>
        <Box variant="small">{scopeText(flows)}</Box>
      </div>
    );
  }
  return (
    <Container
      header={
        <Header variant="h2" description={scopeText(flows)}>
          {TITLE}
        </Header>
      }
    >
      <BarChart
        ariaLabel={TITLE}
        hideFilter
        height={180}
        xScaleType="categorical"
        xDomain={days.map(({ x }) => x)}
        yDomain={[0, highest]}
        xTitle={bucketTitle('day')}
        i18nStrings={{
          xTickFormatter: (at) => bucketLabel('day', at),
          yTickFormatter: (value) => short.format(value),
        }}
        series={[
          { title: 'In', color: COLOURS.positive, of: 'in' as const },
          { title: 'Out', color: COLOURS.medium, of: 'out' as const },
        ].map(({ title, color, of }) => ({
          type: 'bar' as const,
          title,
          color,
          valueFormatter,
          data: days.map((day) => ({ x: day.x, y: day[of] })),
        }))}
      />
    </Container>
  );
}
