import { type Cost, measuredUnits } from '../bench/measured-units.ts';
import { resting } from '../infra/chain-watch.ts';
import { watcherMemoryMb, watcherName } from '../infra/chain-watchers.ts';
import { type Stage, stages } from '../infra/stages.ts';
import { chainOf } from '../lib/chains/registry.ts';
import { usEast1 as prices, type regions } from './aws-prices.ts';
import { CASES, CHAINS, type CostCase } from './cost-cases.ts';
import { infrastructureOf } from './cost-infrastructure.ts';
import { number, table } from './markdown-table.ts';
import { alarmsUsd, backupGbUsd, blocksOf, linesOf, natUsd, wafUsd, watcherUsd } from './monthly-costs.ts';
import { named, sumOf, tableUsd, workOf } from './work-costs.ts';

// The tables of docs/costs.md about AWS.

export const measured = measuredUnits();
const work = workOf(measured);
export const WATCHED = measured.watch.addresses.toLocaleString('en');

/** The production stage with the three chains of the cases. */
function threeChains(): Stage {
  const prod = stages.find(({ name }) => name === 'prod');
  if (prod === undefined) throw new Error('there is no stage prod');
  return { ...prod, watches: resting(CHAINS) };
}

const unitsOf = ({ readUnits, writeUnits }: Cost): number => readUnits + writeUnits;
const costCells = (cost: Cost): string[] => [
  number(cost.readUnits),
  number(cost.writeUnits),
  number(unitsOf(cost)),
  number(tableUsd(cost) * 1e6),
];
export const HEAD = ['', 'read units', 'write units', 'units', 'USD per million'];

const { alertCompaction, compaction, decision, delivery, evaluation, record } = work;
const WORK: readonly (readonly [string, Cost])[] = [
  ['a recorded transaction', sumOf([record, compaction, evaluation])],
  ['… of this, its record', record],
  ['… of this, its place in the list', compaction],
  ['… of this, its evaluation', evaluation],
  ['an alert, without its delivery', sumOf([decision, alertCompaction])],
  ['a delivery', delivery],
];
export const workRows = WORK.map(([name, cost]) => [name, ...costCells(cost)]);

/** What a block costs, with and without watched addresses. */
export function blockRows(): string[][] {
  const { idle, perBlock } = measured.watch;
  return CHAINS.flatMap((chain) =>
    [['nobody watches', idle, true] as const, ['without a new record', perBlock, false] as const].map(
      ([name, costs, isIdle]) => {
        const cost = named(costs, chain);
        const month = blocksOf(chain) * tableUsd(cost);
        return [`${chain}, ${name}`, ...costCells(cost), number(month), number(watcherUsd(measured, chain, isIdle))];
      },
    ),
  );
}

/** The units of an import, by step. */
export function stepRows(): string[][] {
  const { steps } = measured.importToWebhook;
  const own = Object.entries(steps).filter(([name]) => name !== 'beside');
  return [...own, ['all', sumOf(own.map(([, cost]) => cost))] as const].map(([name, cost]) => [
    name,
    ...costCells(cost),
    number(cost.requests),
  ]);
}

const infrastructure = infrastructureOf(threeChains());

/** What a stage may have or lack, in a month without a request. */
export const optionalRows = [
  ['alarms, and metrics of log lines', number(alarmsUsd(infrastructure)), '', 'every stage that deploys'],
  [
    'AWS WAF',
    number(wafUsd(infrastructure)),
    `${prices.waf.millionRequests} per million requests`,
    '`limitsAddresses`',
  ],
  [
    'backups, and their copies in another region',
    number(prices.secretsManager.secret),
    `${number(backupGbUsd())} per GB of the table`,
    '`replicaRegion`',
  ],
  [
    'fixed addresses of webhooks',
    number(natUsd(infrastructureOf({ ...threeChains(), egress: 'nat' }))),
    `${prices.nat.gb} per GB of \`deliver\`, except of the table`,
    '`egress`',
  ],
];

/** The size of a table, for each million write units of a month, from which on a replica is cheaper than backups. */
export const crossoverGb = prices.dynamoDb.millionWriteUnits / (backupGbUsd() - prices.dynamoDb.gbMonth);

const billsIn = (region: (typeof regions)[number]) =>
  CASES.map((each) => linesOf(each, measured, infrastructure, region));
/** USD of a month of each case. */
export const sumsIn = (region: (typeof regions)[number]): number[] =>
  billsIn(region).map((lines) => lines.reduce((sum, { usd }) => sum + usd, 0));

/** The bill of a month of each case, and whether it meets its goal. */
export function months(): string {
  const bills = billsIn(prices);
  const [first = []] = bills;
  const sums = sumsIn(prices);
  const rows = first.map(({ name }, n) => [name, ...bills.map((lines) => number(lines[n]?.usd ?? Number.NaN))]);
  const met = CASES.map(({ goal }, n) => ((sums[n] ?? Number.NaN) <= goal ? 'met' : 'missed'));
  return table(
    ['USD a month', ...CASES.map(({ name }) => name)],
    [
      ...rows,
      ['**all**', ...sums.map((sum) => `**${number(sum)}**`)],
      ['goal', ...CASES.map(({ goal }, n) => `≤ ${number(goal)}: ${met[n]}`)],
    ],
  );
}

export const caseRows = (['organisations', 'wallets', 'transactions', 'requests', 'lists'] as const).map((name) => [
  name,
  ...CASES.map((each: CostCase) => each[name].toLocaleString('en')),
]);
export const memoryRows = CHAINS.map((chain) => [
  chain,
  String(chainOf(chain).blockSeconds),
  `\`${watcherName(chain)}\``,
  String(watcherMemoryMb(chain)),
]);
