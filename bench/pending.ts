import { parseArgs } from 'node:util';
import { figure } from './figures.ts';
import { type Goal, reportGoals } from './goals.ts';
import { type Measured, type Outage, type OutageFigures, processOutage } from './outage-run.ts';
import { startReceiver } from './webhook-receipts.ts';

/**
 * npm run bench -- pending [--quick]: the work after an outage in which the stream lost its records and the queues
 * their messages. Eight organisations of unequal size have 50,000 pending evaluations, of which one in twenty fires a
 * rule, and 50,000 deliveries that nobody sent. The stack runs as `npm start` runs it. Its first handover begins when
 * the stack starts.
 *
 * On AWS each function has processors of its own. Here all functions share one thread, so that the evaluations and the
 * deliveries are measured one after the other, and then a part of both at once.
 */
const MOST = 50_000;
const QUICK = 4_000;
const LEAST_PER_SECOND = 200;
const MOST_DELAY = 2;

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const count = values.quick ? QUICK : MOST;
const receiver = await startReceiver();
// The functions of the product that run in this process log to stderr.
process.stderr.write = () => true;

async function measured(name: string, outage: Outage): Promise<OutageFigures> {
  const figures = await processOutage(outage, receiver);
  console.log(`\n${name}: ${JSON.stringify(figures)}`);
  return figures;
}

const rate = (name: string, pieces: number, { perSecond }: Measured, atLeast?: number): Goal => ({
  name: `${figure(pieces)} ${name}`,
  figure: perSecond,
  unit: 'per second',
  atLeast,
});

const order = (name: string, { overtaking, unevenness }: Measured): Goal[] => [
  {
    name: `${name}: older ones that a piece overtook, p99`,
    figure: overtaking * 100,
    unit: '%',
    atMost: 5,
  },
  {
    name: `${name}: most by least served organisation`,
    figure: Number.isNaN(unevenness) ? null : unevenness,
    unit: '×',
    atMost: 2,
  },
];

const delay = (beside: string, { delay: figure, note }: OutageFigures, atMost?: number): Goal => ({
  name: `new work beside ${beside}, by alone`,
  figure,
  unit: '×',
  atMost,
  note,
});

const cpu = (name: string, { cpuMs }: OutageFigures): Goal => ({
  name: `processor time of all functions for ${name}`,
  figure: cpuMs,
  unit: 'ms',
});

/** The units of these functions for a piece of work. */
const units = (name: string, pieces: number, figures: OutageFigures, functions: readonly string[]): Goal => ({
  name: `units of ${name}`,
  figure: functions.reduce((sum, each) => sum + (figures.units[`chainwatch-local-${each}`] ?? 0), 0) / pieces,
  unit: 'units',
  note: functions.join(' + '),
});

try {
  // Each part reports its goals when it ends, because the whole takes half an hour.
  const evaluations = await measured('evaluations', { evaluations: count, deliveries: 0 });
  reportGoals([
    rate('pending evaluations', count, evaluations.evaluations, LEAST_PER_SECOND),
    ...order('evaluations', evaluations.evaluations),
    delay('pending evaluations', evaluations, MOST_DELAY),
    cpu('a pending evaluation', evaluations),
    units('a pending evaluation', count, evaluations, ['handover', 'evaluate-pending']),
  ]);
  const deliveries = await measured('deliveries', { evaluations: 0, deliveries: count });
  reportGoals([
    rate('lost deliveries', count, deliveries.deliveries, LEAST_PER_SECOND),
    ...order('deliveries', deliveries.deliveries),
    delay('lost deliveries', deliveries, MOST_DELAY),
    cpu('a lost delivery', deliveries),
    units('a lost delivery', count, deliveries, ['handover', 'deliver']),
  ]);
  const part = count / 10;
  const both = await measured('both', { evaluations: part, deliveries: part });
  reportGoals([
    rate('pending evaluations beside as many deliveries', part, both.evaluations),
    rate('lost deliveries beside as many evaluations', part, both.deliveries),
    delay('both', both),
  ]);
} finally {
  receiver.stop();
}
process.exit();
