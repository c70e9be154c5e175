import { createServer, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { evaluationDeps } from '../../../lib/alerts/evaluation/evaluation-wiring.ts';
import { acknowledge } from '../../../lib/alerts/events/repo.ts';
import { createDestination } from '../../../lib/channels/destinations/change-destination.ts';
import { channels } from '../../../lib/channels/index.ts';
import { openTable, type Table } from '../../../lib/platform/table/table.ts';
import { closeAll, listen, receiving } from '../../platform/outbound/receiver.ts';
import { testDeps } from '../../support/deps.ts';
import { Faults, type Plan } from '../../support/faults.ts';
import { PipelineSimulation } from '../../support/pipeline-simulation.ts';
import { quiet } from '../../support/quiet.ts';
import { makeScenario } from '../../support/scenario.ts';
import { sweep } from '../../support/sweep.ts';
import { dynamoDb, makeTable } from '../../support/table.ts';

quiet();

const faults = new Faults();
const { listener, received } = receiving((response: ServerResponse) => void response.end('{}'));
let table: Table;
let failingTable: Table;
let origin: string;
beforeAll(async () => {
  table = await makeTable();
  failingTable = openTable(table.name, faults.over(dynamoDb()));
  origin = `http://127.0.0.1:${await listen(createServer(listener))}`;
});
afterAll(closeAll);

/** A person acknowledges an alert, and does so again while the request fails. Then all work ends. */
async function run(plan: Plan): Promise<void> {
  const deps = testDeps(table);
  const scenario = await makeScenario(deps);
  await createDestination(scenario.changing, scenario.organisation, {
    ...{ name: 'Pager', kind: 'pagerduty', config: { routingKey: 'R02BT5YQ4S3L' }, match: {}, isActive: true },
  });
  await scenario.makeWebhook(`${origin}/hook`, { events: ['alert.fired', 'alert.acknowledged'] });
  await scenario.makeRule({ cooldownMinutes: 0 });
  const simulation = new PipelineSimulation({ deps, table, vendors: { pagerduty: origin } });
  simulation.insert(scenario.organisation, await scenario.record(1));
  await simulation.settle();
  const [event] = await scenario.events();
  if (event === undefined) throw new Error('no event');
  received.length = 0;
  deps.advance(60);

  const queue = {
    send: (...given: Parameters<typeof simulation.queue.send>) =>
      faults.around('queue', () => simulation.queue.send(...given)),
  };
  const reviewing = { ...evaluationDeps({ ...deps, table: failingTable }, queue, channels, 90), queue };
  const step = acknowledge({ id: 'key', name: 'Ada', at: deps.now() });
  faults.arm(plan);
  for (let n = 0; n < 3; n++) await faults.process(() => scenario.review(event.id, step, reviewing));
  await simulation.settle();

  const after = (await scenario.events())[0];
  expect(after).toMatchObject({ status: 'acknowledged', acknowledgedByName: 'Ada' });
  const sent = (await scenario.deliveries()).filter(({ eventKind }) => eventKind === 'alert.acknowledged');
  expect(sent.map(({ channel, status }) => [channel.kind, status]).sort()).toEqual([
    ['pagerduty', 'delivered'],
    ['webhook', 'delivered'],
  ]);
  const bodies = received.map(({ body }) => JSON.parse(body.toString()));
  expect(bodies.map(({ event: kind, event_action }) => kind ?? event_action).sort()).toEqual([
    'acknowledge',
    'alert.acknowledged',
  ]);
}

describe('A review sends one message to each of its recipients', () => {
  it.each<Pick<Plan, 'fails' | 'process'>>([
    { fails: 'before', process: 'dies' },
    { fails: 'after', process: 'dies' },
    { fails: 'before', process: 'goes on' },
    { fails: 'after', process: 'goes on' },
    { fails: 'twice', process: 'goes on' },
  ])('whichever call of the review fails: %j', async (plan) => {
    const calls = await sweep(faults, plan, 8, run);
    expect(new Set(calls)).toEqual(
      new Set(['GetItemCommand', 'QueryCommand', 'BatchGetItemCommand', 'TransactWriteItemsCommand', 'queue']),
    );
  });
});
