import { beforeAll, describe, expect, it } from '@jest/globals';
import { receiverRepo } from '../../lib/deliveries/receivers.ts';
import type { AttemptMessage } from '../../lib/deliveries/schema.ts';
import type { Table } from '../../lib/platform/table/table.ts';
import { quiet } from '../support/quiet.ts';
import { runs } from '../support/sample.ts';
import { makeTable } from '../support/table.ts';
import { type Choose, inEveryOrder, inManyOrders } from './orders.ts';
import type { Process } from './processes.ts';
import { Serving } from './serving.ts';

quiet();

let table: Table;
beforeAll(async () => {
  table = await makeTable();
});

/** What holders and those who begin to wait share; their own deliveries nobody else touches. */
const SHARED = /RECEIVER|BACKLOG|queue/;

const serving = (cap: number, choose: Choose) =>
  new Serving(table, { cap, choose, turnsAt: SHARED, invocations: cap + 1 });

/** Takes so many slots by deliveries of their own, up to where each is to be given back. */
async function held(of: Serving, count: number): Promise<Process[]> {
  const holders = [];
  for (let n = 0; n < count; n++) {
    await of.queue(1);
    const holder = await of.begin();
    while (!holder.calls.includes('POST')) await of.step(holder);
    holders.push(holder);
  }
  return holders;
}

/** Of so many deliveries none is left without somebody who goes on with it. */
async function allDelivered(of: Serving, count: number): Promise<void> {
  await of.run();
  expect(of.forgotten).toEqual([]);
  expect(of.posts).toHaveLength(count);
  expect((await of.states()).map(({ status }) => status)).toEqual(Array(count).fill('delivered'));
}

describe('no wake-up is lost, in every order of the calls', () => {
  it('when a message begins to wait while the only slot is given back', async () => {
    const orders = await inEveryOrder(3, async (choose) => {
      const one = serving(1, choose);
      await held(one, 1);
      await one.queue(1);
      await allDelivered(one, 2);
    });
    expect(orders).toBeGreaterThanOrEqual(5);
  });

  it('when a message begins to wait while a holder notes that none does', async () => {
    const orders = await inEveryOrder(8, async (choose) => {
      const one = serving(2, choose);
      const [, stays] = await held(one, 2);
      if (stays !== undefined) one.last.add(stays);
      const [begins] = await one.queue(1);
      if (begins !== undefined) await announceNone(one, begins);
      await allDelivered(one, 3);
    });
    expect(orders).toBeGreaterThanOrEqual(runs(10, 20));
  });
});

/** Has it told that messages wait, of which none does any more, as another holder has taken it. */
async function announceNone({ clock }: Serving, like: AttemptMessage): Promise<void> {
  const receivers = receiverRepo(clock, 2);
  const message = { ...like, deliveryId: clock.newId() };
  const admission = await receivers.admit(message, true);
  if (admission.kind !== 'busy') throw new Error(`it is ${admission.kind}`);
  expect(await receivers.announce(message, admission.slots)).toBe(true);
}

describe('no wake-up is lost, in many orders of the calls', () => {
  it.each([
    ['two messages begin to wait while the only slot is given back', { cap: 1, waiting: 2, copies: 1 }],
    ['three messages begin to wait while two slots are given back', { cap: 2, waiting: 3, copies: 1 }],
    ['messages that come twice begin to wait while slots are given back', { cap: 2, waiting: 2, copies: 2 }],
  ])('when %s', async (_what, { cap, waiting, copies }) => {
    await inManyOrders(runs(5, 20), async (choose) => {
      const one = serving(cap, choose);
      await held(one, cap);
      const messages = await one.queue(waiting);
      for (let copy = 1; copy < copies; copy++) one.queues.first.push(...messages);
      await allDelivered(one, cap + waiting);
    });
  });
});
