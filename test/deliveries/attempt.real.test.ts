import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { type AttemptDeps, attemptDelivery } from '../../lib/deliveries/attempt.ts';
import { DELIVERY_LEASE_SECONDS } from '../../lib/deliveries/delivery-states.ts';
import { AttemptMessage, type StoredDelivery } from '../../lib/deliveries/schema.ts';
import type { Table } from '../../lib/platform/table/table.ts';
import { updateWebhook } from '../../lib/webhooks/change-webhook.ts';
import { closeAll } from '../platform/outbound/receiver.ts';
import { nextAttemptOf } from '../support/attempts.ts';
import { recordingTimer, type TestDeps, testDeps } from '../support/deps.ts';
import { customerEndpoint } from '../support/endpoint.ts';
import { attemptDeps } from '../support/pipeline-simulation.ts';
import { quiet } from '../support/quiet.ts';
import { makeScenario, type Scenario } from '../support/scenario.ts';
import { makeTable } from '../support/table.ts';

quiet();

let table: Table;
let deps: TestDeps;
let scenario: Scenario;
let timer: ReturnType<typeof recordingTimer>;
let attempting: AttemptDeps;
beforeAll(async () => {
  table = await makeTable();
});
beforeEach(async () => {
  deps = testDeps(table);
  scenario = await makeScenario(deps);
  timer = recordingTimer();
  attempting = attemptDeps(deps, timer);
});
afterEach(closeAll);

const now = ({ id }: StoredDelivery) => scenario.evaluation.deliveries.get(scenario.organisation, id);
const attemptsOf = ({ id }: StoredDelivery) => scenario.attemptsOf(id);

/** A ping that waits for its first attempt. */
async function waiting(url: string) {
  const webhook = await scenario.makeWebhook(url);
  const delivery = await scenario.ping(webhook);
  return { webhook, delivery, first: nextAttemptOf(delivery) };
}
const second = (first: AttemptMessage): AttemptMessage => ({ ...first, attempt: 2 });

describe('attemptDelivery, when a message comes again', () => {
  it('posts nothing while the attempt is under way', async () => {
    const { url, received } = await customerEndpoint(200);
    const { delivery, first } = await waiting(url);
    await Promise.all(Array.from({ length: 10 }, () => attemptDelivery(attempting, first)));
    expect(received).toHaveLength(1);
    expect(await attemptsOf(delivery)).toHaveLength(1);
  });

  it.each([
    ['was delivered', 200, 'delivered'],
    ['waits for its retry', 500, 'retrying'],
    ['has failed', 410, 'failed'],
  ])('posts nothing when the delivery %s', async (_what, status, outcome) => {
    const { url, received } = await customerEndpoint(status);
    const { delivery, first } = await waiting(url);
    for (let i = 0; i < 3; i++) {
      await attemptDelivery(attempting, first);
      deps.advance(DELIVERY_LEASE_SECONDS + 1);
    }
    expect(received).toHaveLength(1);
    expect(timer.waits).toHaveLength(outcome === 'retrying' ? 1 : 0);
    expect((await now(delivery)).status).toBe(outcome);
  });

  it.each([
    ['an attempt that is not due yet', { attempt: 2 }],
    ['another generation', { generation: 2 }],
    ['a delivery that is not there', { deliveryId: '00000000-0000-4000-8000-000000000000' }],
    ['another organisation', { organisationId: '00000000-0000-4000-8000-000000000000' }],
  ])('posts nothing for %s, and makes no record', async (_what, other) => {
    const { url, received } = await customerEndpoint(200);
    const { delivery, first } = await waiting(url);
    await attemptDelivery(attempting, AttemptMessage.parse({ ...first, ...other }));
    expect(received).toEqual([]);
    expect(await now(delivery)).toEqual(delivery);
  });
});

describe('attemptDelivery, with the message of the retry', () => {
  it('makes the second attempt after the first delay', async () => {
    const { url } = await customerEndpoint(500);
    const { delivery, first } = await waiting(url);
    await attemptDelivery(attempting, first);
    expect(timer.waits).toEqual([{ message: second(first), from: deps.now(), seconds: 5 }]);
    const { status, nextAttemptAt } = await now(delivery);
    expect({ status, nextAttemptAt }).toEqual({ status: 'retrying', nextAttemptAt: '2026-03-01T12:00:05.000Z' });
  });

  it('sends the same body to the present URL of the subscription', async () => {
    const [before, after] = [await customerEndpoint(500), await customerEndpoint(200)];
    const { webhook, delivery, first } = await waiting(before.url);
    await attemptDelivery(attempting, first);
    await updateWebhook(scenario.changing, scenario.organisation, webhook.id, { url: after.url });
    await attemptDelivery(attempting, second(first));
    expect(after.received.map(({ body }) => body)).toEqual([before.received[0]?.body]);
    expect(await now(delivery)).toMatchObject({ status: 'delivered', url: after.url });
  });
});

it('attemptDelivery signs with the secret of the subscription, and a receiver can verify the signature', async () => {
  deps.setNow(new Date());
  const { url, received } = await customerEndpoint(200);
  const { webhook, first } = await waiting(url);
  await attemptDelivery(attempting, first);
  const [post] = received;
  const headers = Object.fromEntries(Object.entries(post?.headers ?? {}).map(([name, value]) => [name, String(value)]));
  const verified = new Webhook(webhook.secret ?? '').verify(post?.body ?? '', headers);
  expect(verified).toMatchObject({ event: 'ping', webhook: { id: webhook.id } });
});

describe('an attempt that outlives its lease', () => {
  /** Attempt 1 of a delivery, held up after its POST until `go` is called. */
  async function heldUp(url: string) {
    const { delivery, first } = await waiting(url);
    const [posted, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const late = attemptDelivery(
      {
        ...attempting,
        sending: (message) => async (claimed, n) => {
          const result = await attempting.sending(message)(claimed, n);
          posted.resolve();
          await go.promise;
          return result;
        },
      },
      first,
    );
    await posted.promise;
    return { delivery, first, late, go: go.resolve };
  }

  it('keeps the delivery until its lease ends', async () => {
    const { url, received } = await customerEndpoint(500);
    const { first, late, go } = await heldUp(url);
    deps.advance(DELIVERY_LEASE_SECONDS);
    await attemptDelivery(attempting, first);
    expect(received).toHaveLength(1);
    go();
    await late;
  });

  it('is superseded by the attempt that claimed the delivery after the lease', async () => {
    const { url, received } = await customerEndpoint(500, 200);
    const { delivery, first, late, go } = await heldUp(url);
    deps.advance(DELIVERY_LEASE_SECONDS + 1);
    await attemptDelivery(attempting, first);
    const taken = await now(delivery);
    expect(taken).toMatchObject({ status: 'delivered', attemptsMade: 1 });

    go();
    await late;
    expect(await now(delivery)).toEqual(taken);
    expect(await attemptsOf(delivery)).toMatchObject([{ n: 1, statusCode: 200 }]);
    expect(timer.waits).toEqual([]);
    expect(received.map(({ headers }) => headers['x-service-delivery'])).toEqual([delivery.id, delivery.id]);
  });

  it('is superseded while the other attempt is still under way', async () => {
    const { url } = await customerEndpoint(500, 200);
    const { delivery, first, late, go } = await heldUp(url);
    deps.advance(DELIVERY_LEASE_SECONDS + 1);
    const claimed = await scenario.evaluation.deliveries.claim(first, true);
    go();
    await late;
    expect(await now(delivery)).toEqual(claimed);
    expect(await attemptsOf(delivery)).toEqual([]);
  });

  it('is recorded when no other attempt claimed the delivery', async () => {
    const { url } = await customerEndpoint(200);
    const { delivery, late, go } = await heldUp(url);
    deps.advance(3600);
    go();
    await late;
    expect(await now(delivery)).toMatchObject({ status: 'delivered', attemptsMade: 1 });
  });
});
