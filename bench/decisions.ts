import { evaluateTransaction } from '../lib/alerts/evaluation/evaluate-transaction.ts';
import { evaluationDeps } from '../lib/alerts/evaluation/evaluation-wiring.ts';
import { ruleRepo } from '../lib/alerts/rules/repo.ts';
import { StoredRule } from '../lib/alerts/rules/schema.ts';
import { openTable, type Table } from '../lib/platform/table/table.ts';
import { transactionRepo } from '../lib/transactions/repo.ts';
import { mapConcurrent } from '../lib/values/concurrent.ts';
import { walletChanges } from '../lib/wallets/change-wallet.ts';
import { CreateWallet } from '../lib/wallets/schema.ts';
import { createBareTable } from '../local/aws/bare-table.ts';
import { benchDeps } from './bench-deps.ts';
import { sumsOf } from './capacity.ts';
import { startMeteredDynamoDb } from './dynamodb.ts';
import { reportGoals } from './goals.ts';
import { ORGANISATION, randomRecord, seededNumbers } from './list-records.ts';

/**
 * npm run bench -- decisions: many transactions match one rule within its cooldown at the same time. DynamoDB cancels
 * transactions that meet at an item, as on AWS. Each match must be decided and counted once.
 */
const MATCHES = 2_000;
/** Concurrent instances of evaluate-rules, and the evaluations of an instance at a time. */
const INSTANCES = 10;
const EACH_AT_ONCE = 4;
/** The simulated time of a call to the table. */
const TABLE_MS = 8;
const LEAST_PER_SECOND = 200;
/** Longer than the hour that the records are old, so that the cooldown runs while they are evaluated. */
const COOLDOWN_MINUTES = 120;
/** A match that is ten times larger than all that fired fires, too. Random values do so a few times. */
const MOST_FIRED = 15;

process.stderr.write = () => true;
const dynamoDb = await startMeteredDynamoDb();
const { name } = await createBareTable(dynamoDb.client);
const table = openTable(name, dynamoDb.client);
const began = Date.now() - 3_600_000;

const RULE = StoredRule.parse({
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Any transfer',
  ruleType: 'any_transfer',
  severity: 'info',
  walletIds: [],
  conditions: {},
  cooldownMinutes: COOLDOWN_MINUTES,
  isActive: true,
  version: 1,
  createdAt: new Date(began).toISOString(),
  updatedAt: new Date(began).toISOString(),
  notifyEmail: false,
  notifySlack: false,
  notifyWebhook: false,
});

/** Records transactions of one wallet, a millisecond apart, and returns their ids. */
async function recorded(): Promise<string[]> {
  const input = CreateWallet.parse({ label: 'Busy', address: `0x${'1'.repeat(40)}`, chains: ['ethereum'] });
  const wallet = await walletChanges(benchDeps(table)).create(ORGANISATION, input, {
    address: input.address,
    destinationTag: null,
  });
  const random = seededNumbers(1);
  const records = Array.from({ length: MATCHES }, (_, n) => ({
    ...randomRecord(random, n, began),
    walletId: wallet.id,
    status: 'success' as const,
    reorged: false,
    createdAt: new Date(began + n).toISOString(),
  }));
  const repo = transactionRepo(benchDeps(table));
  await mapConcurrent(records, 16, (record) => repo.record(ORGANISATION, record));
  return records.map(({ id }) => id);
}

const none = { send: () => Promise.resolve() };
const processOn = (own: Table) => evaluationDeps({ ...benchDeps(own), now: () => new Date() }, none);

/** Evaluates all transactions. Returns the seconds. */
async function evaluated(ids: readonly string[]): Promise<number> {
  const instances = Array.from({ length: INSTANCES }, () => processOn(openTable(name, dynamoDb.delayed(TABLE_MS))));
  const started = performance.now();
  await Promise.all(
    instances.map((deps, instance) =>
      mapConcurrent(
        ids.filter((_, n) => n % INSTANCES === instance),
        EACH_AT_ONCE,
        (id) => evaluateTransaction(deps, ORGANISATION, id),
      ),
    ),
  );
  return (performance.now() - started) / 1000;
}

// Rules that changed a moment ago are not kept.
await ruleRepo({ ...benchDeps(table), now: () => new Date(began) }).create(ORGANISATION, RULE);
const [warmUp = '', metered = '', ...ids] = await recorded();
// The first match fires, and the rule is in its cooldown from then on.
await evaluateTransaction(processOn(table), ORGANISATION, warmUp);
const meteredDeps = processOn(openTable(name, dynamoDb.metered));
await evaluateTransaction(meteredDeps, ORGANISATION, metered);
dynamoDb.usage.clear();
await evaluateTransaction(meteredDeps, ORGANISATION, ids[0] ?? '');
const { readUnits, writeUnits } = sumsOf(dynamoDb.usage);
const seconds = await evaluated(ids.slice(1));

const [state] = await ruleRepo(benchDeps(table)).shown(ORGANISATION, [RULE]);
const { firedCount = 0, suppressedCount = 0 } = state ?? {};
if (firedCount + suppressedCount !== MATCHES || firedCount > MOST_FIRED) {
  throw new Error(`${MATCHES} matches were counted as ${firedCount} fired, ${suppressedCount} suppressed`);
}
reportGoals([
  {
    name: `matches of one rule within its cooldown, decided at ${TABLE_MS} ms per table call`,
    figure: (ids.length - 1) / seconds,
    unit: 'per second',
    atLeast: LEAST_PER_SECOND,
    note: `${MATCHES} matches, each counted once`,
  },
  { name: 'units of the evaluation of such a match', figure: readUnits + writeUnits, unit: 'units' },
]);
await dynamoDb.stop();
