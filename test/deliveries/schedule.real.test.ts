import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { StoredDelivery } from '../../lib/deliveries/schema.ts';
import type { Table } from '../../lib/platform/table/table.ts';
import { closeAll } from '../platform/outbound/receiver.ts';
import { type TestDeps, testDeps } from '../support/deps.ts';
import { type Answer, customerEndpoint } from '../support/endpoint.ts';
import { PipelineSimulation } from '../support/pipeline-simulation.ts';
import { quiet } from '../support/quiet.ts';
import { makeScenario, type Scenario } from '../support/scenario.ts';
import { makeTable } from '../support/table.ts';

quiet();

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

/** Seconds from each attempt to the next. */
async function gapsOf(delivery: StoredDelivery): Promise<number[]> {
  const times = (await attemptsOf(delivery)).map(({ at }) => Date.parse(at));
  return times.slice(1).map((time, i) => (time - (times[i] ?? 0)) / 1000);
}

/** Delivers a ping to an endpoint with these answers, until it has ended. */
async function delivered(...answers: readonly Answer[]) {
  const { url, received } = await customerEndpoint(...answers);
  const webhook = await scenario.makeWebhook(url);
  const made = await scenario.ping(webhook, simulation.queue);
  await simulation.settle();
  return { webhook, received, delivery: await now(made) };
}

describe('a receiver that always answers 500', () => {
  it('gets exactly six attempts on the schedule, then the delivery is failed', async () => {
    const { received, delivery } = await delivered(500);
    expect(received).toHaveLength(6);
    expect(await gapsOf(delivery)).toEqual([5, 30, 120, 600, 3600]);
    expect(delivery).toMatchObject({ status: 'failed', attemptsMade: 6, nextAttemptAt: null, deliveredAt: null });
    expect((await attemptsOf(delivery)).map(({ n, statusCode, error }) => ({ n, statusCode, error }))).toEqual(
      [1, 2, 3, 4, 5, 6].map((n) => ({ n, statusCode: 500, error: 'The receiver answered 500.' })),
    );
  });

  it('gets the same bytes and the same delivery id each time, and the number of the attempt', async () => {
    const { received, delivery } = await delivered(500);
    expect(new Set(received.map(({ body }) => body.toString('hex'))).size).toBe(1);
    expect(received[0]?.body.toString()).toBe(delivery.body);
    for (const [i, { headers }] of received.entries()) {
      expect(headers).toMatchObject({
        'x-service-delivery': delivery.id,
        'webhook-id': delivery.id,
        'x-service-attempt': String(i + 1),
        'x-service-event': 'ping',
        'x-service-signature': received[0]?.headers['x-service-signature'],
        'content-type': 'application/json',
        'user-agent': 'Chainwatch/1.2.3',
      });
    }
  });

  it('gets six attempts when every message comes three times', async () => {
    simulation = new PipelineSimulation({ deps, table, copies: 3 });
    const { received, delivery } = await delivered(500);
    expect(received.map(({ headers }) => headers['x-service-attempt'])).toEqual(['1', '2', '3', '4', '5', '6']);
    expect(delivery).toMatchObject({ status: 'failed', attemptsMade: 6 });
  });

  it('leaves no due entry after the delivery has failed', async () => {
    await delivered(500);
    expect(await simulation.pending()).toBe(0);
  });
});

describe('a receiver that recovers', () => {
  it('gets two attempts when it answers 500 and then 200', async () => {
    const { received, delivery } = await delivered(500, 200);
    expect(received).toHaveLength(2);
    expect(delivery).toMatchObject({ status: 'delivered', attemptsMade: 2, nextAttemptAt: null, leaseUntil: null });
    const attempts = await attemptsOf(delivery);
    expect(attempts.map(({ statusCode, error }) => [statusCode, error])).toEqual([
      [500, 'The receiver answered 500.'],
      [200, null],
    ]);
    expect(attempts.map(({ responseExcerpt }) => responseExcerpt)).toEqual(['answer 1', 'answer 2']);
    expect(delivery.deliveredAt).toBe(attempts[1]?.at);
  });
});

describe('a receiver that answers 410', () => {
  it('ends the delivery at once and disables the subscription', async () => {
    const { received, delivery, webhook } = await delivered(410);
    expect(received).toHaveLength(1);
    expect(delivery).toMatchObject({ status: 'failed', attemptsMade: 1, nextAttemptAt: null });
    const { isActive, disabledReason } = await scenario.evaluation.webhooks.get(scenario.organisation, webhook.id);
    expect({ isActive, disabledReason }).toEqual({ isActive: false, disabledReason: 'The receiver answered 410 Gone' });
  });

  it('gets no more deliveries, also no queued deliveries', async () => {
    const { url, received } = await customerEndpoint(410);
    const webhook = await scenario.makeWebhook(url);
    const made = [await scenario.ping(webhook, simulation.queue), await scenario.ping(webhook, simulation.queue)];
    await simulation.settle();
    expect(received).toHaveLength(1);
    const errors = (await Promise.all(made.map(attemptsOf))).flat().map(({ error }) => error);
    expect(errors.sort()).toEqual([
      'The receiver answered 410.',
      'The subscription is disabled: The receiver answered 410 Gone.',
    ]);
  });
});

describe('Retry-After', () => {
  const busy = (after: string): Answer => ({ status: 429, headers: { 'Retry-After': after } });

  it.each([
    ['is honoured when it asks for more time than the schedule', '60', 60],
    ['is honoured beyond what a queue can delay', '1800', 1800],
    ['is honoured up to an hour', '86400', 3600],
    ['shortens nothing', '1', 5],
    ['is passed over when it is no time', 'soon', 5],
  ])('%s', async (_what, after, seconds) => {
    const { delivery } = await delivered(busy(after), 200);
    expect(await gapsOf(delivery)).toEqual([seconds]);
  });

  it('may be a date', async () => {
    const { delivery } = await delivered(busy(new Date(deps.now().getTime() + 90_000).toUTCString()), 200);
    expect(await gapsOf(delivery)).toEqual([90]);
  });
});

describe('a receiver that cannot be reached', () => {
  it('gets six attempts, each with the reason of its failure', async () => {
    const { url } = await customerEndpoint(200);
    await closeAll();
    const made = await scenario.ping(await scenario.makeWebhook(url), simulation.queue);
    await simulation.settle();
    expect((await now(made)).status).toBe('failed');
    const attempts = await attemptsOf(made);
    expect(attempts).toHaveLength(6);
    for (const { statusCode, error } of attempts) {
      expect(statusCode).toBeNull();
      expect(error).toMatch(/^connect/);
    }
  });
});

describe('a subscription that is deleted', () => {
  it('ends its deliveries without a POST', async () => {
    const { url, received } = await customerEndpoint(200);
    const webhook = await scenario.makeWebhook(url);
    const made = await scenario.ping(webhook, simulation.queue);
    await scenario.evaluation.webhooks.remove(scenario.organisation, webhook.id);
    await simulation.settle();
    expect(received).toEqual([]);
    expect(await now(made)).toMatchObject({ status: 'failed', attemptsMade: 1 });
    expect(await attemptsOf(made)).toMatchObject([{ error: 'The subscription was deleted.', statusCode: null }]);
  });
});
