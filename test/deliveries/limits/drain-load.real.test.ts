import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { drain } from '../../../lib/deliveries/limits/drain.ts';
import { permitPool } from '../../../lib/deliveries/limits/permit-pool.ts';
import { waitingList } from '../../../lib/deliveries/limits/waiting-list.ts';
import type { AttemptMessage } from '../../../lib/deliveries/schema.ts';
import type { Table } from '../../../lib/platform/table/table.ts';
import { closeAll, receiver } from '../../platform/outbound/receiver.ts';
import { recordingTimer, testDeps } from '../../support/deps.ts';
import { attemptDeps } from '../../support/pipeline-simulation.ts';
import { quiet } from '../../support/quiet.ts';
import { runs } from '../../support/sample.ts';
import { makeScenario } from '../../support/scenario.ts';
import { makeTable } from '../../support/table.ts';
import { DrainSimulation } from './drain-simulation.ts';
import { inManyOrders } from './orders.ts';

quiet();

let table: Table;
beforeAll(async () => {
  table = await makeTable();
});
afterEach(closeAll);

const RUNS = runs(3, 10);

// Scenario: messages come twice, in batches and out of order, and invocations run out of time.
describe('drain of many deliveries to one destination, in any order of all calls', () => {
  it.each([
    { cap: 1, count: 6 },
    { cap: 2, count: 10 },
    { cap: 5, count: 15 },
  ])('posts each of $count deliveries once, at most $cap at a time, without timer and handover', async (given) => {
    const { cap, count } = given;
    await inManyOrders(RUNS, async (choose) => {
      const simulation = new DrainSimulation(table, { cap, choose, batch: 10, invocations: 6, disorderly: true });
      const messages = await simulation.queue(count);
      await simulation.run();
      expect(simulation.posts.toSorted()).toEqual(messages.map(({ deliveryId }) => deliveryId).sort());
      expect(simulation.most).toBeLessThanOrEqual(cap);
      expect([simulation.forgotten, simulation.redelivered]).toEqual([[], 0]);
    });
  });

  it('posts each attempt once when the receiver refuses some attempts', async () => {
    await inManyOrders(RUNS, async (choose) => {
      const takes = () => choose(3) > 0;
      const simulation = new DrainSimulation(table, {
        cap: 3,
        choose,
        takes,
        batch: 3,
        invocations: 5,
        disorderly: true,
      });
      await simulation.queue(8);
      await simulation.run();
      const states = await simulation.states();
      const attempts = states.reduce((sum, { attemptsMade }) => sum + attemptsMade, 0);
      expect(simulation.posts).toHaveLength(attempts);
      expect(states.filter(({ status, attemptsMade }) => status !== 'delivered' && attemptsMade < 6)).toEqual([]);
      expect(simulation.most).toBeLessThanOrEqual(3);
      expect([simulation.forgotten, simulation.redelivered]).toEqual([[], 0]);
    });
  });
});

it('drain posts each of 40 deliveries once, at most three at a time, in eight invocations side by side', async () => {
  const [CAP, COUNT, INVOCATIONS] = [3, 40, 8];
  let [now, most] = [0, 0];
  const { promise: anotherCame, resolve: another } = Promise.withResolvers<void>();
  const { url, received } = await receiver(async (response) => {
    most = Math.max(most, ++now);
    // The receiver answers the first POST only when a second one is under way.
    if (now > 1) another();
    await anotherCame;
    await sleep((received.length * 7) % 15);
    now--;
    response.end();
  });
  const deps = { ...testDeps(table), now: () => new Date() };
  const scenario = await makeScenario({ ...testDeps(table), now: deps.now });
  const webhook = await scenario.makeWebhook(url);
  for (let n = 0; n < COUNT; n++) await scenario.ping(webhook);
  const queued: AttemptMessage[] = scenario.queue.sent;

  const attempting = attemptDeps(deps, recordingTimer());
  const queues = { first: scenario.queue, retries: scenario.queue };
  const draining = {
    ...attempting,
    unserved: async () => false,
    pools: { destination: permitPool(deps, CAP), organisation: permitPool(deps, 2 * CAP) },
    waiting: waitingList(deps),
    queues,
  };
  const arrival = {
    from: 'first' as const,
    late: () => false,
    fail: (_: unknown, error: unknown) => failures.push(error),
  };
  const failures: unknown[] = [];
  // Each invocation continues while messages are queued. Every third batch comes twice.
  const invoking = async () => {
    for (let n = 0; queued.length > 0; n++) {
      const batch = queued.splice(0, 1 + (n % 4));
      await drain(draining, batch, arrival);
      if (n % 3 === 0) await drain(draining, batch, arrival);
    }
  };
  while (queued.length > 0) await Promise.all(Array.from({ length: INVOCATIONS }, invoking));

  expect(failures).toEqual([]);
  const ids = (await scenario.deliveries()).map(({ id, status }) => `${id} ${status}`);
  expect(received.map(({ headers }) => `${headers['x-service-delivery']} delivered`).sort()).toEqual(ids.sort());
  expect([most <= CAP, most > 1]).toEqual([true, true]);
});
