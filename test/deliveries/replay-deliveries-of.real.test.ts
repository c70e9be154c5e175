import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { channels } from '../../lib/channels/index.ts';
import { replay } from '../../lib/deliveries/replay-deliveries-of.ts';
import type { DeliveryStatus, StoredDelivery } from '../../lib/deliveries/schema.ts';
import type { Table } from '../../lib/platform/table/table.ts';
import { closeAll } from '../platform/outbound/receiver.ts';
import { type TestDeps, testDeps } from '../support/deps.ts';
import { type Answer, customerEndpoint } from '../support/endpoint.ts';
import { PipelineSimulation } from '../support/pipeline-simulation.ts';
import { quiet } from '../support/quiet.ts';
import { makeScenario, type Scenario } from '../support/scenario.ts';
import { makeTable } from '../support/table.ts';

const { destinationOf } = channels;

quiet();

const SIX_FAILURES: readonly Answer[] = [500, 500, 500, 500, 500, 500];
let table: Table;
let deps: TestDeps;
let scenario: Scenario;
let simulation: PipelineSimulation;
beforeAll(async () => {
  table = await makeTable();
});
beforeEach(async () => {
  deps = testDeps(table);
  scenario = await makeScenario(deps);
  simulation = new PipelineSimulation({ deps, table });
});
afterEach(closeAll);

const now = ({ id }: StoredDelivery) => scenario.evaluation.deliveries.get(scenario.organisation, id);
const attemptsOf = ({ id }: StoredDelivery) => scenario.attemptsOf(id);
const replaying = (ids: readonly string[], by = scenario) =>
  replay(
    { ...deps, deliveries: by.evaluation.deliveries, queue: simulation.queue, destinationOf },
    by.organisation,
    ids,
  );

async function finished(...answers: readonly Answer[]) {
  const { url, received } = await customerEndpoint(...answers);
  const made = await scenario.ping(await scenario.makeWebhook(url), simulation.queue);
  await simulation.settle();
  return { received, delivery: await now(made) };
}

describe('a replay', () => {
  it('keeps id and body, and continues the attempt numbers', async () => {
    const { received, delivery } = await finished(...SIX_FAILURES, 200);
    expect(delivery.status).toBe('failed');
    const answer = await replaying([delivery.id]);
    expect(answer).toEqual({ replayId: expect.any(String), accepted: [delivery.id], failed: [] });
    await simulation.settle();

    expect(await now(delivery)).toMatchObject({
      id: delivery.id,
      body: delivery.body,
      status: 'delivered',
      generation: 2,
    });
    expect((await attemptsOf(delivery)).map(({ n }) => n)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(received.map(({ headers }) => headers['x-service-attempt'])).toEqual(['1', '2', '3', '4', '5', '6', '7']);
    expect(new Set(received.map(({ headers }) => headers['x-service-delivery']))).toEqual(new Set([delivery.id]));
    expect(new Set(received.map(({ body }) => body.toString()))).toEqual(new Set([delivery.body]));
  });

  it('starts the schedule again: six more attempts with the same delays', async () => {
    const { received, delivery } = await finished(500);
    await replaying([delivery.id]);
    await simulation.settle();
    expect(received).toHaveLength(12);
    const times = (await attemptsOf(delivery)).map(({ at }) => Date.parse(at) / 1000);
    const gaps = times.slice(1).map((time, i) => time - (times[i] ?? 0));
    expect(gaps.slice(6)).toEqual([5, 30, 120, 600, 3600]);
    expect((await now(delivery)).status).toBe('failed');
  });

  it('posts a delivered delivery again, which is pending until then', async () => {
    const { received, delivery } = await finished(200);
    deps.advance(60);
    await replaying([delivery.id]);
    expect(await now(delivery)).toMatchObject({
      status: 'pending',
      deliveredAt: null,
      nextAttemptAt: deps.now().toISOString(),
    });
    await simulation.settle();
    expect(received).toHaveLength(2);
    expect(await now(delivery)).toMatchObject({ status: 'delivered', deliveredAt: deps.now().toISOString() });
  });

  it('leaves a lost message to handover', async () => {
    const { received, delivery } = await finished(200);
    const lost = { send: () => Promise.reject(new Error('no queue')) };
    const { deliveries } = scenario.evaluation;
    await expect(
      replay({ ...deps, deliveries, queue: lost, destinationOf }, scenario.organisation, [delivery.id]),
    ).rejects.toThrow('no queue');
    await simulation.settle();
    expect(received).toHaveLength(2);
  });

  it('happens once when several start at the same time', async () => {
    const { received, delivery } = await finished(200);
    const answers = await Promise.all(Array.from({ length: 8 }, () => replaying([delivery.id])));
    expect(answers.flatMap(({ accepted }) => accepted)).toEqual([delivery.id]);
    expect(answers.flatMap(({ failed }) => failed)).toHaveLength(7);
    await simulation.settle();
    expect(received).toHaveLength(2);
  });
});

describe('a replay of several deliveries', () => {
  it('accepts finished deliveries, gives the reasons for the other deliveries, and counts an id once', async () => {
    const [delivered, failed] = [(await finished(200)).delivery, (await finished(410)).delivery];
    const pending = await scenario.ping(await scenario.makeWebhook('http://127.0.0.1:9/'));
    const stranger = await makeScenario(deps);
    const theirs = await stranger.ping(await stranger.makeWebhook('http://127.0.0.1:9/'));
    const unknown = deps.newId();

    const ids = [pending, delivered, theirs, failed, delivered].map(({ id }) => id);
    expect(await replaying([unknown, ...ids])).toEqual({
      replayId: expect.any(String),
      accepted: [delivered.id, failed.id],
      failed: [
        { id: unknown, code: 'not_found' },
        { id: pending.id, code: 'conflict' },
        { id: theirs.id, code: 'not_found' },
      ],
    });
    expect(await now(pending)).toEqual(pending);
  });
});

describe('the list of deliveries by status', () => {
  it('contains each delivery under its present status', async () => {
    const listed = async (status: DeliveryStatus) => {
      const { data } = await scenario.evaluation.deliveries.list(scenario.organisation, {
        status,
        page: 1,
        pageSize: 25,
      });
      return data.map(({ id }) => id);
    };
    const { url } = await customerEndpoint(500, 200);
    const { id } = await scenario.ping(await scenario.makeWebhook(url), simulation.queue);
    expect(await listed('pending')).toEqual([id]);
    await simulation.settle();
    expect([await listed('pending'), await listed('retrying'), await listed('delivered')]).toEqual([[], [], [id]]);
    await replaying([id]);
    expect([await listed('pending'), await listed('delivered')]).toEqual([[id], []]);
    await simulation.settle();
    expect(await listed('delivered')).toEqual([id]);
  });
});
