import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from '@jest/globals';
import { routes } from '../../functions/routes.ts';
import { local } from '../../infra/stages.ts';
import { mapConcurrent } from '../../lib/values/concurrent.ts';
import { closeAll, ok } from '../platform/outbound/receiver.ts';
import type { ApiClient } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { alerting } from './alerting.ts';

afterAll(closeAll);

const DELIVERIES = 40;
/** The time-out of an attempt. */
const ATTEMPT_MS = 10_000;

/** Requests under way at once. With all at once, a busy machine would need more than the time-out of the endpoint. */
const REQUESTS_AT_ONCE = 5;

/** Makes deliveries of `ping` to a subscription. Answers their ids. */
const pings = (api: ApiClient, id: string, count: number): Promise<string[]> =>
  mapConcurrent(
    Array.from({ length: count }),
    REQUESTS_AT_ONCE,
    async () => (await api.ok(routes.testWebhook, { params: { id } })).id,
  );

const allDelivered = (api: ApiClient, count: number) =>
  eventually(
    () => api.ok(routes.listDeliveries, { query: { status: 'delivered', pageSize: '1' } }),
    ({ meta }) => meta.total >= count,
  );

it('a destination gets at most its limit of attempts at once, and the others when permits are free', async () => {
  let [now, most] = [0, 0];
  const slowly = async (response: ServerResponse) => {
    most = Math.max(most, ++now);
    await sleep(100);
    now--;
    response.end();
  };
  const { api, webhook, received } = await alerting((response) => void slowly(response));
  const ids = await pings(api, webhook.id, DELIVERIES);
  await allDelivered(api, DELIVERIES);
  expect(received.map(({ headers }) => headers['x-service-delivery']).sort()).toEqual(ids.sort());
  expect(most).toBeLessThanOrEqual(local.attemptsPerDestination);
});

it('a hanging destination with many waiting deliveries delays no other destination', async () => {
  const hung: ServerResponse[] = [];
  const started = performance.now();
  const hanging = await alerting((response) => void hung.push(response));
  await pings(hanging.api, hanging.webhook.id, DELIVERIES);
  const quick = await alerting(ok);
  await pings(quick.api, quick.webhook.id, DELIVERIES);
  await allDelivered(quick.api, DELIVERIES);
  // Each attempt keeps its permit until its time-out.
  const rounds = Math.ceil((performance.now() - started) / ATTEMPT_MS);
  expect(hanging.received.length).toBeLessThanOrEqual(rounds * local.attemptsPerDestination);

  // After its recovery the receiver gets everything that waited.
  hanging.answering.like = ok;
  for (const response of hung) response.end();
  await allDelivered(hanging.api, DELIVERIES);
});
