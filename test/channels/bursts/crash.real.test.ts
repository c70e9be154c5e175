import { createServer, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { burstRepo, MOST_ALONE } from '../../../lib/channels/bursts/burst-item.ts';
import { createDestination } from '../../../lib/channels/destinations/change-destination.ts';
import { attemptDelivery } from '../../../lib/deliveries/attempt.ts';
import type { StoredDelivery } from '../../../lib/deliveries/schema.ts';
import { openTable, type Table } from '../../../lib/platform/table/table.ts';
import { closeAll, listen, receiving } from '../../platform/outbound/receiver.ts';
import { nextAttemptOf } from '../../support/attempts.ts';
import { recordingTimer, testDeps } from '../../support/deps.ts';
import { Faults, HEALTHY, type Plan } from '../../support/faults.ts';
import { attemptDeps, PipelineSimulation } from '../../support/pipeline-simulation.ts';
import { putDelivery } from '../../support/put-delivery.ts';
import { quiet } from '../../support/quiet.ts';
import { aDelivery, uuid } from '../../support/records.ts';
import { makeScenario } from '../../support/scenario.ts';
import { sweep } from '../../support/sweep.ts';
import { dynamoDb, makeTable } from '../../support/table.ts';

quiet();

const faults = new Faults();
const { listener, received } = receiving((response: ServerResponse) => void response.end());
let table: Table;
let failingTable: Table;
let origin: string;
beforeAll(async () => {
  table = await makeTable();
  failingTable = openTable(table.name, faults.over(dynamoDb()));
  origin = `http://127.0.0.1:${await listen(createServer(listener))}`;
});
afterAll(closeAll);

/** One alert that is the last to be sent alone, and so many that are not. */
const SUMMARISED = 3;

/** Delivers the alerts of a minute in which all but one of the messages were sent. */
async function run(plan: Plan, copies: number) {
  const deps = testDeps(table);
  const scenario = await makeScenario(deps);
  const { organisation, changing } = scenario;
  const named = { name: 'Desk', match: {}, isActive: true } as const;
  const { id: destinationId, url } = await createDestination(changing, organisation, {
    ...named,
    ...{ kind: 'discord', config: { url: `${origin}/chat` } },
  });
  const burst = { organisationId: organisation, recipient: `destination ${destinationId}`, of: { ruleId: uuid(3) } };
  const bursts = burstRepo(deps);
  await bursts.begin(burst, deps.newId());
  const begun = await bursts.find(burst);
  if (begun === null) throw new Error('no burst began');
  for (let n = 2; n < MOST_ALONE; n++) await bursts.sendAlone(burst, begun, deps.newId());
  received.length = 0;
  const simulation = new PipelineSimulation({ deps, table: failingTable, faults, copies });
  const waiting = Array.from({ length: 1 + SUMMARISED }, (_, n) =>
    aDelivery({
      ...{ id: deps.newId(), organisationId: organisation, webhookId: null, ruleId: uuid(3), eventId: deps.newId() },
      ...{ channel: { kind: 'discord', destinationId }, url, body: JSON.stringify({ alert: n }) },
      ...{ createdAt: deps.now().toISOString(), nextAttemptAt: deps.now().toISOString() },
    }),
  );
  for (const delivery of waiting) await putDelivery(deps, delivery);
  for (const delivery of waiting) simulation.deliver(nextAttemptOf(delivery), deps.now());
  faults.arm(plan);
  await simulation.settle();
  return { deliveries: await scenario.deliveries(), left: await bursts.find(burst) };
}

/** Each alert is sent once or told of once. Only a POST whose record a crash prevented is repeated. */
function check({ deliveries, left }: Awaited<ReturnType<typeof run>>): void {
  const { hit } = faults;
  const summaries = deliveries.filter(({ eventKind }) => eventKind === 'alert.summary');
  const told = deliveries.filter(({ status }) => status === 'summarised');
  const alone = deliveries.filter(({ status, eventKind }) => status === 'delivered' && eventKind === 'alert.fired');
  expect(told.length + alone.length).toBe(1 + SUMMARISED);
  const counts = summaries.map(({ id, status, body }) => {
    expect(status).toBe('delivered');
    const own = told.filter(({ summaryId }) => summaryId === id).length;
    expect(body).toContain(`${own} more alert`);
    return own;
  });
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(told.length);
  // A crash may end the minute before the last alert comes: this alert is then the first of another minute.
  if (hit === undefined) expect([alone.length, summaries.length]).toEqual([1, 1]);
  expect(left?.summaryId).toBeUndefined();
  const posts = received.map(({ body }) => body.toString());
  const unrecorded = hit?.done.includes('POST') === true;
  expect(posts.length - new Set(posts).size).toBeLessThanOrEqual(unrecorded ? 1 : 0);
  expect(new Set(posts)).toEqual(new Set([...alone, ...summaries].map(({ body }) => body)));
}

describe('A burst of alerts loses none and tells none twice', () => {
  it('when the process dies after it has sent the last alert that is sent alone', async () => {
    check(await run({ at: 1, call: 'POST', fails: 'after', process: 'dies' }, 1));
  });

  it.each([
    ['before', 'dies', 1],
    ['after', 'dies', 1],
    ['after', 'goes on', 2],
    ['twice', 'goes on', 1],
  ] as const)(
    'when a call fails %s it takes effect and the process %s, with each message %i times',
    async (fails, process, copies) => {
      const calls = await sweep(faults, { fails, process }, 12, async (plan) => check(await run(plan, copies)));
      expect(calls).toEqual(expect.arrayContaining(['POST', 'timer', 'PutItemCommand', 'TransactWriteItemsCommand']));
    },
  );
});

describe('The count of alerts', () => {
  it('costs a delivery to people two writes, and a delivery to a subscription nothing', async () => {
    const deps = testDeps(table);
    const scenario = await makeScenario(deps);
    const named = { name: 'Desk', match: {}, isActive: true } as const;
    const { id: destinationId, url } = await createDestination(scenario.changing, scenario.organisation, {
      ...named,
      ...{ kind: 'discord', config: { url: `${origin}/chat` } },
    });
    const webhook = await scenario.makeWebhook(`${origin}/hook`);
    const callsFor = async (more: Partial<StoredDelivery>) => {
      const createdAt = deps.now().toISOString();
      const delivery = aDelivery({
        ...{ id: deps.newId(), organisationId: scenario.organisation, ruleId: uuid(3), eventId: deps.newId() },
        ...{ createdAt, nextAttemptAt: createdAt, body: '{}', ...more },
      });
      await putDelivery(deps, delivery);
      const attempting = attemptDeps({ ...deps, table: failingTable }, recordingTimer());
      faults.arm(HEALTHY);
      await attemptDelivery(attempting, nextAttemptOf(delivery));
      return faults.calls.toSorted();
    };
    const [claim, read, record] = ['UpdateItemCommand', 'GetItemCommand', 'TransactWriteItemsCommand'];
    const [count, pace] = ['PutItemCommand', 'UpdateItemCommand'];
    const people = { channel: { kind: 'discord', destinationId }, url, webhookId: null };
    const program = { channel: { kind: 'webhook', webhookId: webhook.id }, url: webhook.url, webhookId: webhook.id };
    expect(await callsFor(people)).toEqual([claim, read, record, count, pace].toSorted());
    // The subscription is read for the attempt, and again for its health.
    expect(await callsFor(program)).toEqual([claim, read, read, record].toSorted());
  });
});
