import { beforeAll, describe, expect, it } from '@jest/globals';
import type { EvaluationDeps } from '../../../lib/alerts/evaluation/evaluate-transaction.ts';
import { evaluationDeps } from '../../../lib/alerts/evaluation/evaluation-wiring.ts';
import { openTable, type Table } from '../../../lib/platform/table/table.ts';
import type { StoredTransaction } from '../../../lib/transactions/schema.ts';
import { testDeps } from '../../support/deps.ts';
import { Faults, HEALTHY, type Plan } from '../../support/faults.ts';
import { pausing } from '../../support/pause.ts';
import { quiet } from '../../support/quiet.ts';
import { aTransfer, blockHash } from '../../support/records.ts';
import { sampled } from '../../support/sample.ts';
import { makeScenario, type Scenario } from '../../support/scenario.ts';
import { sweep } from '../../support/sweep.ts';
import { dynamoDb, makeTable } from '../../support/table.ts';

quiet();

const [A, B] = [blockHash('a'), blockHash('b')];
const faults = new Faults();
let table: Table;
let hurt: Table;
beforeAll(async () => {
  table = await makeTable();
  hurt = openTable(table.name, faults.over(dynamoDb()));
});

/** A transaction in block A that a rule fires on. A subscription and the rule’s own URL get the alert. */
async function stage() {
  const deps = testDeps(table);
  const scenario = await makeScenario(deps);
  await scenario.makeRule({ notifyWebhook: true, customWebhookUrl: 'http://127.0.0.1:9/custom' });
  await scenario.makeRule({ conditions: { direction: 'inbound' } });
  await scenario.makeWebhook('http://127.0.0.1:9/', { events: ['alert.fired', 'alert.retracted'] });
  return { deps, scenario, transaction: await scenario.sight(1, A) };
}

/** The scenario’s dependencies with another client of its table. */
const over = (scenario: Scenario, deps: ReturnType<typeof testDeps>, its: Table): EvaluationDeps =>
  evaluationDeps({ ...deps, table: its }, scenario.queue);

/**
 * Checks that every alert on an orphaned inclusion is retracted, and that nothing is doubled, unqueued or left to do.
 */
async function check(scenario: Scenario, { id }: StoredTransaction): Promise<{ events: number }> {
  const transaction = await scenario.evaluation.transactions.get(scenario.organisation, id);
  const events = await scenario.events();
  const valid = events.filter(({ retractedAt }) => retractedAt === null);
  expect(valid).toHaveLength(transaction.reorged ? 0 : 1);
  const expected = events.flatMap(({ id, retractedAt }) =>
    ['alert.fired', ...(retractedAt === null ? [] : ['alert.retracted'])].flatMap((kind) =>
      ['http://127.0.0.1:9/', 'http://127.0.0.1:9/custom'].map((url) => `${kind} ${id} ${url}`),
    ),
  );
  const deliveries = await scenario.deliveries();
  expect(deliveries.map(({ eventKind, eventId, url }) => `${eventKind} ${eventId} ${url}`).sort()).toEqual(
    expected.sort(),
  );
  const queued = new Set(scenario.queue.sent.map(({ deliveryId }) => deliveryId));
  expect(deliveries.filter((delivery) => !queued.has(delivery.id))).toEqual([]);
  expect(await scenario.isPending(id)).toBe(false);
  return { events: events.length };
}

type Watch = (scenario: Scenario, transaction: StoredTransaction, deps: EvaluationDeps) => Promise<unknown>;

/** The concurrent changes of a watcher, and the possible numbers of events in the end. */
const meanwhile: [name: string, watch: Watch, outcomes: number[]][] = [
  ['is orphaned', (scenario, transaction, deps) => scenario.orphan(transaction, deps), [0, 1]],
  [
    'is orphaned and back in the chain',
    async (scenario, transaction, deps) => {
      await scenario.orphan(transaction, deps);
      await scenario.sight(1, B, {}, deps);
    },
    [1, 2],
  ],
  ['moves to another block', (scenario, _, deps) => scenario.sight(1, B, {}, deps), [1]],
  [
    'has another direction in another block',
    (scenario, _, deps) => scenario.sight(1, B, { transfers: [aTransfer({ direction: 'outbound' })] }, deps),
    [1, 2],
  ],
];

/**
 * The evaluation stops before its ith call. The watcher then runs up to its jth call. The evaluation runs to its end,
 * then the watcher. A process whose number is 0 does not stop.
 */
async function interleaved(watch: Watch, i: number, j: number) {
  const { deps, scenario, transaction } = await stage();
  const evaluating = pausing(dynamoDb(), i);
  const watching = pausing(dynamoDb(), j);
  const evaluator = over(scenario, deps, openTable(table.name, evaluating.client));
  const watcher = over(scenario, deps, openTable(table.name, watching.client));

  const evaluation = await evaluating.until(() => scenario.evaluate(transaction, evaluator));
  const change = await watching.until(() => watch(scenario, transaction, watcher));
  expect([evaluation.stopped, change.stopped]).toEqual([i > 0, j > 0]);
  evaluating.goOn();
  await evaluation.done;
  watching.goOn();
  await change.done;
  await scenario.evaluate(transaction);

  const { events } = await check(scenario, transaction).catch((error) => {
    throw new Error(`evaluation stopped before call ${i}, the watcher before ${j}: ${error.message}`, { cause: error });
  });
  return { events, evaluationCalls: evaluating.calls(), watcherCalls: watching.calls() };
}

/** Every place where a process can stop: before each of its calls, and nowhere (0), which comes last. */
const stops = (calls: number): number[] => Array.from({ length: calls + 1 }, (_, n) => (n + 1) % (calls + 1));

describe.each(meanwhile)('a transaction that %s while it is evaluated', (_name, watch, outcomes) => {
  // Scenario: the evaluation and the watcher stop for each other at every pair of calls.
  it('has no alert without a retraction, for any interleaving of the two', async () => {
    const events = new Set<number>();
    const { evaluationCalls } = await interleaved(watch, 0, 0);
    for (const i of sampled(stops(evaluationCalls), 3)) {
      const { watcherCalls } = await interleaved(watch, i, 0);
      for (const j of sampled(stops(watcherCalls), 2)) events.add((await interleaved(watch, i, j)).events);
    }
    expect([...events].sort()).toEqual(outcomes);
  });
});

/**
 * Records, evaluates, orphans, records again and evaluates again. Each step runs in a process that is restarted until
 * done.
 */
async function run(plan: Plan, again: boolean) {
  const { deps, scenario, transaction } = await stage();
  const own = scenario.queue;
  const send: typeof own.send = (messages) => faults.around('queue', () => own.send(messages));
  const inner = { ...over(scenario, deps, hurt), queue: { send } };
  const untilDone = async (process: () => Promise<unknown>) => {
    while (!(await faults.process(process)));
  };
  faults.arm(plan);
  if (again) await untilDone(() => scenario.evaluate(transaction, inner));
  else await faults.process(() => scenario.evaluate(transaction, inner));
  await untilDone(() => scenario.orphan(transaction, inner));
  await untilDone(() => scenario.sight(1, B, {}, inner));
  await untilDone(() => scenario.evaluate(transaction, inner));
  return { scenario, transaction };
}

it('a transaction that is orphaned and comes back gets an alert, a retraction and a second alert', async () => {
  const { scenario, transaction } = await run(HEALTHY, true);
  expect(await check(scenario, transaction)).toEqual({ events: 2 });
});

describe.each<Pick<Plan, 'fails' | 'process'> & { again: boolean }>([
  { fails: 'before', process: 'dies', again: true },
  { fails: 'after', process: 'dies', again: true },
  { fails: 'before', process: 'dies', again: false },
  { fails: 'after', process: 'dies', again: false },
  { fails: 'before', process: 'goes on', again: true },
  { fails: 'after', process: 'goes on', again: true },
])('a process that $process when a call fails $fails it took effect', ({ again, ...plan }) => {
  const retried = again ? 'with' : 'without';
  it(`leaves no wrong alert for a failure of any call, ${retried} a retry of the first evaluation`, async () => {
    const calls = await sweep(faults, plan, 3, async (planned) => {
      const { scenario, transaction } = await run(planned, again);
      await check(scenario, transaction);
    });
    expect(calls).toEqual(expect.arrayContaining(['queue', 'TransactWriteItemsCommand', 'DeleteItemCommand']));
  });
});

it('decisions on one transaction are made one after the other', async () => {
  const { deps, scenario, transaction } = await stage();
  for (let n = 0; n < 20; n++) await scenario.makeRule();
  const client = dynamoDb();
  let [running, most] = [0, 0];
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const counted = commandName === 'TransactWriteItemsCommand' ? 1 : 0;
        running += counted;
        most = Math.max(most, running);
        try {
          return await next(args);
        } finally {
          running -= counted;
        }
      },
    { step: 'initialize', name: 'counting' },
  );
  await scenario.evaluate(transaction, over(scenario, deps, openTable(table.name, client)));
  expect(await scenario.events()).toHaveLength(21);
  expect(most).toBe(1);
});
