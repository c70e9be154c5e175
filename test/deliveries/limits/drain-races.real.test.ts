import { beforeAll, describe, expect, it } from '@jest/globals';
import { destinationKey } from '../../../lib/deliveries/limits/limit-key.ts';
import { permitPool } from '../../../lib/deliveries/limits/permit-pool.ts';
import type { AttemptMessage } from '../../../lib/deliveries/schema.ts';
import type { Table } from '../../../lib/platform/table/table.ts';
import { quiet } from '../../support/quiet.ts';
import { runs } from '../../support/sample.ts';
import { makeTable } from '../../support/table.ts';
import { DrainSimulation } from './drain-simulation.ts';
import { type Choose, inEveryOrder, inManyOrders } from './orders.ts';
import type { SimulatedProcess } from './processes.ts';

quiet();

let table: Table;
beforeAll(async () => {
  table = await makeTable();
});

/** The calls on what invocations share. Nobody else touches the delivery of an invocation. */
const SHARED = /RECEIVER|BACKLOG|queue/;

const simulation = (cap: number, choose: Choose) =>
  new DrainSimulation(table, { cap, choose, pausesAt: SHARED, invocations: cap + 1 });

/** Has so many new deliveries acquire permits and post, up to the release of their permits. */
async function held(of: DrainSimulation, count: number): Promise<SimulatedProcess[]> {
  const holders = [];
  for (let n = 0; n < count; n++) {
    await of.queue(1);
    const holder = await of.begin();
    while (!holder.calls.includes('POST')) await of.step(holder);
    holders.push(holder);
  }
  return holders;
}

/** All of so many deliveries are delivered, and none is left to handover. */
async function allDelivered(of: DrainSimulation, count: number): Promise<void> {
  await of.run();
  expect(of.forgotten).toEqual([]);
  expect(of.posts).toHaveLength(count);
  expect((await of.states()).map(({ status }) => status)).toEqual(Array(count).fill('delivered'));
}

describe('drain, in every order of the calls', () => {
  it('dispatches a message that is parked while the holder releases the only permit', async () => {
    const orders = await inEveryOrder(3, async (choose) => {
      const one = simulation(1, choose);
      await held(one, 1);
      await one.queue(1);
      await allDelivered(one, 2);
    });
    expect(orders).toBeGreaterThanOrEqual(5);
  });

  it('dispatches a message that is parked while a holder clears the flag', async () => {
    const orders = await inEveryOrder(3, async (choose) => {
      const one = simulation(2, choose);
      const [, stays] = await held(one, 2);
      if (stays !== undefined) one.last.add(stays);
      const [begins] = await one.queue(1);
      if (begins !== undefined) await raiseFlagForNothing(one, begins);
      await allDelivered(one, 3);
    });
    expect(orders).toBeGreaterThanOrEqual(runs(5, 20));
  });
});

/** Raises the flag although no message waits, as after another holder took the message. */
async function raiseFlagForNothing({ clock }: DrainSimulation, like: AttemptMessage): Promise<void> {
  const pool = permitPool(clock, 2);
  const of = { organisationId: like.organisationId, key: destinationKey(like.receiver) };
  const message = { ...like, deliveryId: clock.newId() };
  const acquisition = await pool.acquire(of, message, 'retries');
  if (acquisition.kind !== 'full') throw new Error(`the limit is ${acquisition.kind}`);
  expect(await pool.raiseFlag(of, message.deliveryId, acquisition.permits)).toBe(true);
}

describe('drain, in many orders of the calls', () => {
  it.each([
    ['two messages that are parked while the holder releases the only permit', { cap: 1, waiting: 2, copies: 1 }],
    ['three messages that are parked while two holders release their permits', { cap: 2, waiting: 3, copies: 1 }],
    [
      'messages that come twice and are parked while two holders release their permits',
      { cap: 2, waiting: 2, copies: 2 },
    ],
  ])('dispatches %s', async (_what, { cap, waiting, copies }) => {
    await inManyOrders(runs(3, 20), async (choose) => {
      const one = simulation(cap, choose);
      await held(one, cap);
      const messages = await one.queue(waiting);
      for (let copy = 1; copy < copies; copy++) one.queues.first.push(...messages);
      await allDelivered(one, cap + waiting);
    });
  });
});
