import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { evaluationDeps } from '../../../lib/alerts/evaluation/evaluation-wiring.ts';
import { createDestination } from '../../../lib/channels/destinations/change-destination.ts';
import type { AttemptMessage } from '../../../lib/deliveries/schema.ts';
import { openTable, type Table } from '../../../lib/platform/table/table.ts';
import { closeAll, listen, receiving } from '../../platform/outbound/receiver.ts';
import { testDeps } from '../../support/deps.ts';
import { Faults, type Plan } from '../../support/faults.ts';
import { PipelineSimulation } from '../../support/pipeline-simulation.ts';
import { quiet } from '../../support/quiet.ts';
import { blockHash } from '../../support/records.ts';
import { hashOf, makeScenario } from '../../support/scenario.ts';
import { sweep } from '../../support/sweep.ts';
import { dynamoDb, makeTable } from '../../support/table.ts';
import { muting } from './muting.ts';

quiet();

const HALF_AN_HOUR = 1800;
const faults = new Faults();
const { listener, received } = receiving((response) => void response.writeHead(200).end());
let table: Table;
let failingTable: Table;
let vendor: string;

beforeAll(async () => {
  table = await makeTable();
  failingTable = openTable(table.name, faults.over(dynamoDb()));
  vendor = `http://127.0.0.1:${await listen(createServer(listener))}`;
});
afterAll(closeAll);

/** A muted rule, and a destination that would get its alerts. */
async function muted() {
  const deps = testDeps(table);
  const scenario = await makeScenario(deps);
  const given = muting(deps, scenario);
  const rule = await scenario.makeRule({ cooldownMinutes: 0 });
  const destination = { name: 'Desk', match: {}, isActive: true };
  await createDestination(scenario.changing, scenario.organisation, {
    ...destination,
    kind: 'telegram',
    config: { botToken: '1234567:AAEhBOweik', chatId: '@council' },
  });
  await given.muteRule(rule.id, HALF_AN_HOUR);
  return { deps, scenario, given, rule };
}

it('Handover sends one message about the end of a mute', async () => {
  const { deps, scenario, given, rule } = await muted();
  const simulation = new PipelineSimulation({ deps, table, vendors: { telegram: vendor } });
  for (const n of [1, 2]) simulation.insert(scenario.organisation, await scenario.sight(n, blockHash('a')));
  received.length = 0;
  await simulation.settle();
  simulation.insert(scenario.organisation, await scenario.sight(3, blockHash('a')));
  await simulation.settle();
  await check({ scenario, given, rule });
  expect(received).toHaveLength(2);
});

/** Two matches of a muted rule, the end of the mute, and a match after it. Each step is repeated until it ends. */
async function run(plan: Plan) {
  const { deps, scenario, given, rule } = await muted();
  const transactions = await Promise.all([1, 2, 3].map((n) => scenario.sight(n, blockHash('a'))));
  const queue = {
    send: (messages: readonly AttemptMessage[]) => faults.around('queue', () => scenario.queue.send(messages)),
  };
  const failing = evaluationDeps({ ...deps, table: failingTable }, queue);
  const finish = async (step: () => Promise<unknown>) => {
    while (!(await faults.process(step)));
  };
  faults.arm(plan);
  for (const [n, transaction] of transactions.entries()) {
    if (n === 2) {
      deps.advance(HALF_AN_HOUR);
      await finish(() => given.endDue(failing));
    }
    await finish(() => scenario.evaluate(transaction, failing));
  }
  return { scenario, given, rule };
}

/** Checks that no match is lost and no message comes twice. */
async function check({ given, scenario, rule }: Omit<Awaited<ReturnType<typeof muted>>, 'deps'>): Promise<void> {
  expect((await scenario.events()).map(({ transaction }) => transaction.hash)).toEqual([hashOf(3)]);
  expect(await given.counts(rule.id)).toEqual({ fired: 1, suppressed: 2, cooldown: 0, muted: 2 });
  const deliveries = await scenario.deliveries();
  expect(deliveries.map(({ eventKind }) => eventKind).sort()).toEqual(['alert.fired', 'mute.ended']);
  expect(deliveries.find(({ eventKind }) => eventKind === 'mute.ended')?.body).toMatch(/2 alerts were not sent to you/);
}

const PLANS: readonly Pick<Plan, 'fails' | 'process'>[] = [
  { fails: 'before', process: 'dies' },
  { fails: 'after', process: 'dies' },
  { fails: 'before', process: 'goes on' },
  { fails: 'after', process: 'goes on' },
];

describe.each(PLANS)('A process that $process when a call fails $fails its effect', (plan) => {
  it('loses no muted match and makes no message twice', async () => {
    const calls = await sweep(faults, plan, 12, async (planned) => check(await run(planned)));
    expect(calls).toEqual(expect.arrayContaining(['queue', 'TransactWriteItemsCommand']));
  });
});
