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
import { dynamoDb, makeTable } from '../../support/table.ts';
import { makeWorld, type World } from '../../support/world.ts';

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
  const world = await makeWorld(deps);
  await world.makeRule({ notifyWebhook: true, customWebhookUrl: 'http://127.0.0.1:9/custom' });
  await world.makeRule({ conditions: { direction: 'inbound' } });
  await world.makeWebhook('http://127.0.0.1:9/', { events: ['alert.fired', 'alert.retracted'] });
  return { deps, world, transaction: await world.sight(1, A) };
}

/** The world’s dependencies with another client of its table. */
const over = (world: World, deps: ReturnType<typeof testDeps>, its: Table): EvaluationDeps =>
  evaluationDeps({ ...deps, table: its }, world.queue);

/**
 * Checks that every alert on an orphaned inclusion is retracted, and that nothing is doubled, unqueued or left to do.
 */
async function check(world: World, { id }: StoredTransaction): Promise<{ events: number }> {
  const transaction = await world.evaluation.transactions.get(world.organisation, id);
  const events = await world.events();
  const valid = events.filter(({ retractedAt }) => retractedAt === null);
  expect(valid).toHaveLength(transaction.reorged ? 0 : 1);
  const expected = events.flatMap(({ id, retractedAt }) =>
    ['alert.fired', ...(retractedAt === null ? [] : ['alert.retracted'])].flatMap((kind) =>
      ['http://127.0.0.1:9/', 'http://127.0.0.1:9/custom'].map((url) => `${kind} ${id} ${url}`),
    ),
  );
  const deliveries = await world.deliveries();
  expect(deliveries.map(({ eventKind, eventId, url }) => `${eventKind} ${eventId} ${url}`).sort()).toEqual(
    expected.sort(),
  );
  const queued = new Set(world.queue.sent.map(({ deliveryId }) => deliveryId));
  expect(deliveries.filter((delivery) => !queued.has(delivery.id))).toEqual([]);
  expect(await world.isPending(id)).toBe(false);
  return { events: events.length };
}

/** The concurrent changes of a watcher, and the possible numbers of events in the end. */
const meanwhile: [
  name: string,
  run: (...of: [World, StoredTransaction, EvaluationDeps]) => Promise<unknown>,
  number[],
][] = [
  ['is orphaned', (world, transaction, deps) => world.orphan(transaction, deps), [0, 1]],
  [
    'is orphaned and back in the chain',
    async (world, transaction, deps) => {
      await world.orphan(transaction, deps);
      await world.sight(1, B, {}, deps);
    },
    [1, 2],
  ],
  ['moves to another block', (world, _, deps) => world.sight(1, B, {}, deps), [1]],
  [
    'has another direction in another block',
    (world, _, deps) => world.sight(1, B, { transfers: [aTransfer({ direction: 'outbound' })] }, deps),
    [1, 2],
  ],
];

describe.each(meanwhile)('a transaction that %s while it is evaluated', (_name, watch, outcomes) => {
  // Scenario: the evaluation and the watcher stop for each other at every pair of calls.
  it('has no alert without a retraction, for any interleaving of the two', async () => {
    const events = new Set<number>();
    let [runs, last] = [0, false];
    for (let i = 1; !last; i++) {
      for (let j = 1; ; j++) {
        const { deps, world, transaction } = await stage();
        const evaluating = pausing(dynamoDb(), i);
        const watching = pausing(dynamoDb(), j);
        const evaluator = over(world, deps, openTable(table.name, evaluating.client));
        const watcher = over(world, deps, openTable(table.name, watching.client));

        const evaluation = await evaluating.until(() => world.evaluate(transaction, evaluator));
        const change = await watching.until(() => watch(world, transaction, watcher));
        evaluating.goOn();
        await evaluation.done;
        watching.goOn();
        await change.done;
        await world.evaluate(transaction);

        runs++;
        last = !evaluation.stopped;
        const outcome = await check(world, transaction).catch((error) => {
          throw new Error(`evaluation stopped before call ${i}, the watcher before ${j}: ${error.message}`, {
            cause: error,
          });
        });
        events.add(outcome.events);
        if (!change.stopped) break;
      }
    }
    process.stdout.write(`${runs} interleavings tried\n`);
    // Both outcomes occurred: the evaluation was first, and the watcher was first.
    expect([...events].sort()).toEqual(outcomes);
  });
});

/**
 * Records, evaluates, orphans, records again and evaluates again. Each step runs in a process that is restarted until
 * done.
 */
async function run(plan: Plan, again: boolean) {
  const { deps, world, transaction } = await stage();
  const own = world.queue;
  const send: typeof own.send = (messages) => faults.around('queue', () => own.send(messages));
  const inner = { ...over(world, deps, hurt), queue: { send } };
  const untilDone = async (process: () => Promise<unknown>) => {
    while (!(await faults.process(process)));
  };
  faults.arm(plan);
  if (again) await untilDone(() => world.evaluate(transaction, inner));
  else await faults.process(() => world.evaluate(transaction, inner));
  await untilDone(() => world.orphan(transaction, inner));
  await untilDone(() => world.sight(1, B, {}, inner));
  await untilDone(() => world.evaluate(transaction, inner));
  return { world, transaction };
}

it('a transaction that is orphaned and comes back gets an alert, a retraction and a second alert', async () => {
  const { world, transaction } = await run(HEALTHY, true);
  expect(await check(world, transaction)).toEqual({ events: 2 });
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
    const hits: string[] = [];
    for (let at = 1; ; at++) {
      const { world, transaction } = await run({ ...plan, at }, again);
      const { hit } = faults;
      if (hit === undefined) break;
      hits.push(hit.call);
      await check(world, transaction).catch((error) => {
        throw new Error(`call ${at} (${hit.call}): ${error.message}`, { cause: error });
      });
    }
    process.stdout.write(`${hits.length} faults tried: ${plan.process}, ${plan.fails}\n`);
    expect(hits).toEqual(expect.arrayContaining(['queue', 'TransactWriteItemsCommand', 'DeleteItemCommand']));
  });
});

it('decisions on one transaction are made one after the other', async () => {
  const { deps, world, transaction } = await stage();
  for (let n = 0; n < 20; n++) await world.makeRule();
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
  await world.evaluate(transaction, over(world, deps, openTable(table.name, client)));
  expect(await world.events()).toHaveLength(21);
  expect(most).toBe(1);
});
