import { readFile, writeFile } from 'node:fs/promises';
import { type Cost, measuredUnits } from '../bench/measured-units.ts';
import rpcPlans from '../bench/rpc-plans.json' with { type: 'json' };
import { resting } from '../infra/chain-watch.ts';
import { watcherMemoryMb, watcherName } from '../infra/chain-watchers.ts';
import { type Stage, stages } from '../infra/stages.ts';
import { chainOf, familyChains } from '../lib/chains/registry.ts';
import { usEast1 as prices, regions } from './aws-prices.ts';
import { assumptions, CASES, CHAINS, type CostCase } from './cost-cases.ts';
import { infrastructureOf } from './cost-infrastructure.ts';
import { number, table } from './markdown-table.ts';
import { alarmsUsd, backupGbUsd, blocksOf, linesOf, natUsd, wafUsd, watcherUsd } from './monthly-costs.ts';
import { callsOf, plans, providerUsd } from './rpc-costs.ts';
import { named, sumOf, tableUsd, workOf } from './work-costs.ts';

/**
 * Writes docs/costs.md from bench/measured-units.json, the prices in bench/ and infra/. With --check, only compares the
 * committed file with them. With --print, prints what everything costs in a month, and writes nothing.
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

const calls = CASES.map((each) => callsOf(each, measured));

/** The calls to the nodes in a month, by chain and method. */
function callRows(): string[][] {
  return CHAINS.flatMap((chain) => {
    const methods = new Set(calls.flatMap((each) => Object.keys(each.get(chain) ?? {})));
    return [...methods].map((method) => [
      `${chain}, \`${method}\``,
      ...calls.map((each) => number(each.get(chain)?.[method] ?? 0)),
    ]);
  });
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

const billsIn = (region: (typeof regions)[number]) =>
  CASES.map((each) => linesOf(each, measured, infrastructure, region));
const sumsIn = (region: (typeof regions)[number]): number[] =>
  billsIn(region).map((lines) => lines.reduce((sum, { usd }) => sum + usd, 0));

/** USD of a month of each case, by provider of nodes. */
const nodes = plans.map((plan) => ({ plan, usd: calls.map((each) => providerUsd(plan, each)) }));

/** What each case costs at least and at most, by region and by provider. */
const inAll = CASES.map(({ name }, n) => {
  const aws = regions.map((region) => sumsIn(region)[n] ?? Number.NaN);
  const rpc = nodes.map(({ usd }) => usd[n] ?? Number.NaN);
  return { name, least: Math.min(...aws) + Math.min(...rpc), most: Math.max(...aws) + Math.max(...rpc) };
});

function everything(): string {
  const rows = [
    ...regions.map((region) => [`AWS, ${region.region}`, ...sumsIn(region).map(number)]),
    ...nodes.map(({ plan, usd }) => [`nodes: ${plan.provider}`, ...usd.map(number)]),
    ['**in all, at least**', ...inAll.map(({ least }) => `**${number(least)}**`)],
    ['**in all, at most**', ...inAll.map(({ most }) => `**${number(most)}**`)],
  ];
  return table(['USD a month', ...CASES.map(({ name }) => name)], rows);
}

const sentence = `In all, a month costs ${inAll
  .filter(({ name }) => name !== 'idle')
  .map(({ name, least, most }) => `USD ${number(least)} to ${number(most)} for ${name}`)
  .join(', and ')}.`;

function months(): string {
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

Generated by \`npm run generate\` from \`bench/measured-units.json\`, \`bench/prices/\`, \`bench/rpc-plans.json\` and
\`infra/\`. Nobody computes a figure by hand. Free tiers are left out. A unit is a read or write unit of DynamoDB on
demand.

## In all

${sentence}
\`npm run costs\` prints this and the calls to the nodes.

${everything()}

AWS is the sum of [A month](#a-month), with prices of the region. The nodes are those of one provider; \`xrp\` comes
from another where the provider has no node of it. A second provider gets the polls of heads, and all calls while the
first fails: add its smallest plan at least. The least and the most are of all pairs of a region and a provider.

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

In a month, by chain and method, in the cases of [A month](#a-month). The real scanner reads recorded blocks from a
double of a node that counts (\`npm run bench -- node-calls\`), with the polls of a watcher. \`eth_call\` is the checks
of balances: of 500 addresses at a time, about every five minutes.

${table(['calls a month', ...CASES.map(({ name }) => name)], callRows())}

While a watched address of an EVM chain has code, the watcher traces whole blocks: one call more for each block that has
a transaction (\`debug_traceBlockByHash\`, otherwise \`trace_block\`), and none for the single transactions of the
block. Providers charge a trace several times as high as a block. \`traceBlocks\` of a deployment turns the traces of a
chain off.

${table(['', 'seconds per block', 'traces a month'], traceRows)}

## A month

The stage \`prod\` with three main nets (${CHAINS.join(', ')}), in three cases.

${table(['', ...CASES.map(({ name }) => name)], caseRows)}

${months()}

Left out, because each is less than a dollar: loading and packing the watched addresses, the daily checks of balances of
Solana and the XRP Ledger, and the secrets, which a process reads again each minute.

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

Prices:

${regions.map(({ region, date, source }) => `- ${region}: ${date}, ${source}`).join('\n')}
- nodes: ${rpcPlans.date}, ${rpcPlans.source}
${rpcPlans.plans.map(({ provider, source }) => `- ${provider}: ${source}`).join('\n')}

Measured units:

${measurements.join('\n')}
`;

if (process.argv.includes('--print')) {
  const heads = ['calls a month', ...CASES.map(({ name }) => name)];
  console.log(`${table(heads, callRows())}\n\n${everything()}\n\n${sentence}`);
} else if (!process.argv.includes('--check')) {
  await writeFile(FILE, made);
} else if ((await readFile(FILE, 'utf8').catch(() => '')) !== made) {
  console.error(
    'docs/costs.md does not match the measured units, prices and infra. Run `npm run generate` and commit it.',
  );
  process.exitCode = 1;
}
