import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { backlogRepo } from '../../lib/deliveries/backlog.ts';
import { receiverRepo } from '../../lib/deliveries/receivers.ts';
import type { AttemptMessage } from '../../lib/deliveries/schema.ts';
import { serve } from '../../lib/deliveries/serve.ts';
import type { Table } from '../../lib/platform/table/table.ts';
import { closeAll, receiver } from '../platform/outbound/receiver.ts';
import { recordingTimer, testDeps } from '../support/deps.ts';
import { quiet } from '../support/quiet.ts';
import { runs } from '../support/sample.ts';
import { attemptDeps } from '../support/stage.ts';
import { makeTable } from '../support/table.ts';
import { makeWorld } from '../support/world.ts';
import { inManyOrders } from './orders.ts';
import { Serving } from './serving.ts';

quiet();

let table: Table;
beforeAll(async () => {
  table = await makeTable();
});
afterEach(closeAll);

const RUNS = runs(3, 10);

/** Messages come twice, in batches and not in turn, and invocations run out of time. */
describe('many deliveries to one receiver, in any order of all calls', () => {
  it.each([
    { cap: 1, count: 6 },
    { cap: 2, count: 10 },
    { cap: 5, count: 15 },
  ])('are made by one POST each, never more than $cap at a time, with no timer and no reconcile', async (given) => {
    const { cap, count } = given;
    await inManyOrders(RUNS, async (choose) => {
      const serving = new Serving(table, { cap, choose, batch: 10, invocations: 6, unruly: true });
      const messages = await serving.queue(count);
      await serving.run();
      expect(serving.posts.toSorted()).toEqual(messages.map(({ deliveryId }) => deliveryId).sort());
      expect(serving.most).toBeLessThanOrEqual(cap);
      expect([serving.forgotten, serving.redelivered]).toEqual([[], 0]);
    });
  });

  it('are made by one POST an attempt when the receiver refuses some', async () => {
    await inManyOrders(RUNS, async (choose) => {
      const takes = () => choose(3) > 0;
      const serving = new Serving(table, { cap: 3, choose, takes, batch: 3, invocations: 5, unruly: true });
      await serving.queue(8);
      await serving.run();
      const states = await serving.states();
      const attempts = states.reduce((sum, { attemptsMade }) => sum + attemptsMade, 0);
      expect(serving.posts).toHaveLength(attempts);
      expect(states.filter(({ status, attemptsMade }) => status !== 'delivered' && attemptsMade < 6)).toEqual([]);
      expect(serving.most).toBeLessThanOrEqual(3);
      expect([serving.forgotten, serving.redelivered]).toEqual([[], 0]);
    });
  });
});

it('side by side, a receiver gets each of many deliveries once, never more at a time than it is to get', async () => {
  const [CAP, COUNT, INVOCATIONS] = [3, 40, 8];
  let [now, most] = [0, 0];
  const { promise: anotherCame, resolve: another } = Promise.withResolvers<void>();
  const { url, received } = await receiver(async (response) => {
    most = Math.max(most, ++now);
    // The first is not answered before there is one beside it.
    if (now > 1) another();
    await anotherCame;
    await sleep((received.length * 7) % 15);
    now--;
    response.end();
  });
  const deps = { ...testDeps(table), now: () => new Date() };
  const world = await makeWorld({ ...testDeps(table), now: deps.now });
  const webhook = await world.makeWebhook(url);
  for (let n = 0; n < COUNT; n++) await world.ping(webhook);
  const queued: AttemptMessage[] = world.queue.sent;

  const attempting = attemptDeps(deps, recordingTimer());
  const queues = { first: world.queue, retries: world.queue };
  const organisations = receiverRepo(deps, 2 * CAP);
  const serving = {
    ...attempting,
    receivers: receiverRepo(deps, CAP),
    organisations,
    backlog: backlogRepo(deps),
    queues,
  };
  const arrival = { fromRetries: false, late: () => false, fail: (_: unknown, error: unknown) => failures.push(error) };
  const failures: unknown[] = [];
  // Each of them goes on while there are messages; a batch comes twice now and then.
  const invoking = async () => {
    for (let n = 0; queued.length > 0; n++) {
      const batch = queued.splice(0, 1 + (n % 4));
      await serve(serving, batch, arrival);
      if (n % 3 === 0) await serve(serving, batch, arrival);
    }
  };
  while (queued.length > 0) await Promise.all(Array.from({ length: INVOCATIONS }, invoking));

  expect(failures).toEqual([]);
  const ids = (await world.deliveries()).map(({ id, status }) => `${id} ${status}`);
  expect(received.map(({ headers }) => `${headers['x-service-delivery']} delivered`).sort()).toEqual(ids.sort());
  expect([most <= CAP, most > 1]).toEqual([true, true]);
});
