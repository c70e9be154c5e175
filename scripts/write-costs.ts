import { readFile, writeFile } from 'node:fs/promises';
import prices from '../bench/aws-prices.json' with { type: 'json' };
import { type Cost, measuredUnits } from '../bench/measured-units.ts';
import { resting } from '../infra/chain-watch.ts';
import { watcherMemoryMb, watcherName } from '../infra/chain-watchers.ts';
import { type Stage, stages } from '../infra/stages.ts';
import { chainOf, familyChains } from '../lib/chains/registry.ts';
import { assumptions, CASES, CHAINS, type CostCase } from './cost-cases.ts';
import { infrastructureOf } from './cost-infrastructure.ts';
import { number, table } from './markdown-table.ts';
import { alarmsUsd, backupGbUsd, blocksOf, linesOf, natUsd, wafUsd, watcherUsd } from './monthly-costs.ts';
import { named, sumOf, tableUsd, workOf } from './work-costs.ts';

/**
 * Writes docs/costs.md from bench/measured-units.json, bench/aws-prices.json and infra/. With --check, only compares
 * the committed file with them.
 */
const FILE = new URL('../docs/costs.md', import.meta.url);

const measured = measuredUnits();
const work = workOf(measured);
const WATCHED = measured.watch.addresses.toLocaleString('en');

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
const HEAD = ['', 'read units', 'write units', 'units', 'USD per million'];

const { alertCompaction, compaction, decision, delivery, evaluation, record } = work;
const WORK: readonly (readonly [string, Cost])[] = [
  ['a recorded transaction', sumOf([record, compaction, evaluation])],
  ['… of this, its record', record],
  ['… of this, its place in the list', compaction],
  ['… of this, its evaluation', evaluation],
  ['an alert, without its delivery', sumOf([decision, alertCompaction])],
  ['a delivery', delivery],
];

function blockRows(): string[][] {
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

/** The calls to the nodes per block and in a month. */
function callRows(): string[][] {
  return Object.entries(measured.nodeCalls.perBlock).flatMap(([chain, { idle, watched, traced }]) =>
    [
      ['nobody watches', idle] as const,
      ['without a new record', watched] as const,
      ['with traces of whole blocks', traced] as const,
    ].flatMap(([name, calls]) =>
      calls === undefined ? [] : [[`${chain}, ${name}`, number(calls), number(calls * blocksOf(chain))]],
    ),
  );
}

/** The traces of all blocks in a month. */
const traceRows = familyChains('evm')
  .filter((chain) => !chainOf(chain).testnet)
  .map((chain) => [chain, String(chainOf(chain).blockSeconds), number(blocksOf(chain))]);

function stepRows(): string[][] {
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
const optionalRows = [
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
const crossoverGb = prices.dynamoDb.millionWriteUnits / (backupGbUsd() - prices.dynamoDb.gbMonth);

function months(): string {
  const bills = CASES.map((each) => linesOf(each, measured, infrastructure));
  const [first = []] = bills;
  const sums = bills.map((lines) => lines.reduce((sum, { usd }) => sum + usd, 0));
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

const caseRows = (['organisations', 'wallets', 'transactions', 'requests', 'lists'] as const).map((name) => [
  name,
  ...CASES.map((each: CostCase) => each[name].toLocaleString('en')),
]);
const memoryRows = CHAINS.map((chain) => [
  chain,
  String(chainOf(chain).blockSeconds),
  `\`${watcherName(chain)}\``,
  String(watcherMemoryMb(chain)),
]);
const measurements = Object.entries(measured).map(
  ([name, { measured: at }]) => `- \`${name}\`: ${at.date}, commit ${at.commit}`,
);

const made = `# Costs

Generated by \`npm run generate\` from \`bench/measured-units.json\`, \`bench/aws-prices.json\` and \`infra/\`. Nobody
computes a figure by hand. The prices of RPC providers, CloudFront and free tiers are left out. A unit is a read or
write unit of DynamoDB on demand.

## Where the units of an import go

One import, evaluated against one rule that fires, with one webhook that succeeds
(\`npm run bench -- import-to-webhook\`, goal ≤ 50 units).

${table([...HEAD, 'requests'], stepRows())}

## A piece of work

A record is measured in a block of its own, which is dearer than a block of many (\`npm run bench -- record\`).

${table(
  HEAD,
  WORK.map(([name, cost]) => [name, ...costCells(cost)]),
)}

## A block

With the lease and the polls of a watcher, of no address or of ${WATCHED} addresses. The last two columns are USD a
month: of the units of all blocks, and of the function.

${table([...HEAD, 'USD a month', 'function'], blockRows())}

The watcher of a chain that nobody watches runs for a moment each minute (\`restsUnwatched\` in
\`infra/chain-watch.ts\`). The others run all the time, with the memory of their function:

${table(['', 'seconds per block', 'function', 'MB'], memoryRows)}

## Calls to the nodes

With the polls of a watcher; the checks of balances add a call for 500 addresses about every five minutes.

${table(['', 'calls per block', 'calls a month'], callRows())}

While a watched address of an EVM chain has code, the watcher traces whole blocks: one call more for each block that has
a transaction (\`debug_traceBlockByHash\`, otherwise \`trace_block\`), and none for the single transactions of the
block. Providers charge a trace several times as high as a block. \`traceBlocks\` of a deployment turns the traces of a
chain off.

${table(['', 'seconds per block', 'traces a month'], traceRows)}

## A month

The stage \`prod\` with three main nets (${CHAINS.join(', ')}), in three cases.

${table(['', ...CASES.map(({ name }) => name)], caseRows)}

${months()}

Left out, because it is less than a dollar: loading and packing the watched addresses, and the daily checks of balances
of Solana and the XRP Ledger.

## Optional parts

USD a month. The table above contains all of them except the fixed addresses.

${table(['', 'fixed', 'and', 'with'], optionalRows)}

Instead of backups, a replica of the table in the other region (a global table) costs ${prices.dynamoDb.gbMonth} per GB
and ${prices.dynamoDb.millionWriteUnits} per million write units of a month. The replica is cheaper when the table has
more than ${number(crossoverGb)} GB for each of these million units, for example more than 100 GB with
${Math.round(100 / crossoverGb)} million units ([ADR 40](adr/0040-backups-in-another-region.md)).

## Assumptions

Nobody has measured these figures (\`scripts/cost-cases.ts\`). The time of a function is the time of its table calls,
one after the other, and of the invocation. Each transaction and each delivery has an invocation of its own; batches
are cheaper.

${table(
  ['', 'assumed'],
  assumptions.map(([value, meaning]) => [meaning, String(value)]),
)}

## Sources

Prices: ${prices.region}, ${prices.date}, ${prices.source}. Measured units:

${measurements.join('\n')}
`;

if (!process.argv.includes('--check')) {
  await writeFile(FILE, made);
} else if ((await readFile(FILE, 'utf8').catch(() => '')) !== made) {
  console.error(
    'docs/costs.md does not match the measured units, prices and infra. Run `npm run generate` and commit it.',
  );
  process.exitCode = 1;
}
