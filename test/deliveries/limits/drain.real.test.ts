import { beforeAll, describe, expect, it } from '@jest/globals';
import { CIRCUIT_OPENS_AT } from '../../../lib/deliveries/limits/circuit.ts';
import type { AttemptMessage } from '../../../lib/deliveries/schema.ts';
import type { Table } from '../../../lib/platform/table/table.ts';
import { quiet } from '../../support/quiet.ts';
import { makeTable } from '../../support/table.ts';
import { DrainSimulation, type SimulationOptions } from './drain-simulation.ts';
import { roundRobin } from './orders.ts';

quiet();

let table: Table;
beforeAll(async () => {
  table = await makeTable();
});

/** One step after the other: the process that began first continues first. */
const simulation = (options: Partial<SimulationOptions> = {}) =>
  new DrainSimulation(table, { cap: 1, choose: () => 0, ...options });
const idsOf = (messages: readonly AttemptMessage[]) => messages.map(({ deliveryId }) => deliveryId);
const statesOf = async (of: DrainSimulation) =>
  (await of.states()).map(({ status, attemptsMade }) => `${status} ${attemptsMade}`);

/** Begins so many invocations and lets each run until its POST, or its end. */
async function begun(of: DrainSimulation, invocations: number, from: 'first' | 'retries' = 'first') {
  for (let n = 0; n < invocations; n++) await of.begin(from);
  return of.toPosts();
}

describe('drain of a destination that has no free permit', () => {
  it('leaves no message in a queue and keeps no other invocation waiting', async () => {
    const one = simulation({ cap: 2 });
    await one.queue(6);
    expect(await begun(one, 6)).toHaveLength(2);
    expect(one.queues).toEqual({ first: [], retries: [] });
  });

  it('attempts each parked message after a release, the oldest first, without timer and handover', async () => {
    const one = simulation();
    const [first, ...others] = await one.queue(5);
    one.queues.first = [first, ...others.toReversed()].filter((message) => message !== undefined);
    await begun(one, 5);
    await one.run();
    expect(one.posts).toEqual(idsOf([first, ...others].filter((message) => message !== undefined)));
    expect([one.forgotten, one.redelivered]).toEqual([[], 0]);
    expect(await statesOf(one)).toEqual(Array(5).fill('delivered 1'));
  });

  it('attempts the messages of one invocation one after the other', async () => {
    const one = simulation({ cap: 5, batch: 10 });
    const messages = await one.queue(10);
    expect(await begun(one, 1)).toHaveLength(1);
    await one.run();
    expect([one.most, one.posts]).toEqual([1, idsOf(messages)]);
  });

  it('runs as many attempts as before when dispatched messages come in one batch', async () => {
    let late = false;
    const one = simulation({ cap: 5, batch: 10, late: () => late });
    for (let n = 0; n < 5; n++) {
      await one.queue(1);
      await begun(one, 1);
    }
    await one.queue(20);
    const posting = await begun(one, 2);
    late = true;
    for (const each of posting) while (!each.ended) await each.step();
    expect(one.queues.first).toHaveLength(5);
    late = false;
    while (one.queues.first.length > 0) await begun(one, 1);
    expect(await one.toPosts()).toHaveLength(5);
  });

  it('attempts parked messages in the holder of the permit, and through the queue when its time is over', async () => {
    let late = false;
    const one = simulation({ late: () => late });
    const messages = await one.queue(4);
    const [holder] = await begun(one, 4);
    late = true;
    while (holder?.ended === false) await holder.step();
    expect(one.posts).toEqual(idsOf(messages.slice(0, 1)));
    expect(idsOf(one.queues.first)).toEqual(idsOf(messages.slice(1, 2)));
    late = false;
    await begun(one, 1);
    await one.run();
    expect(one.posts).toEqual(idsOf(messages));
  });
});

describe('drain in an invocation that runs out of time', () => {
  it.each(['first', 'retries'] as const)(
    'puts the remaining messages back to the queue that they came from: %s',
    async (queue) => {
      const one = simulation({ batch: 3, late: () => true });
      const messages = await one.queue(3);
      one.queues.first = [];
      one.queues[queue] = [...messages];
      const [posting] = await begun(one, 1, queue);
      while (posting?.ended === false) await posting.step();
      expect(one.posts).toEqual(idsOf(messages.slice(0, 1)));
      expect(one.queues).toEqual({ first: [], retries: [], [queue]: messages.slice(1) });
    },
  );

  it('makes one attempt all the same, so that every message is attempted at last', async () => {
    const one = simulation({ batch: 3, late: () => true });
    const messages = await one.queue(5);
    await one.run();
    expect(one.posts.toSorted()).toEqual(idsOf(messages).sort());
  });
});

describe('drain of a destination whose attempts fail', () => {
  /** Five attempts have failed, and so many more deliveries are in the queue of first attempts. */
  async function failing(count: number, takes: SimulationOptions['takes'] = () => false) {
    const one = simulation({ cap: 5, takes, choose: roundRobin() });
    await one.queue(CIRCUIT_OPENS_AT);
    await begun(one, CIRCUIT_OPENS_AT);
    for (const posting of await one.toPosts()) while (!posting.ended) await posting.step();
    one.most = 0;
    return { one, messages: await one.queue(count) };
  }

  it('sends first attempts to the retry queue after five failures in a row', async () => {
    const { one, messages } = await failing(3);
    expect(await begun(one, 3)).toEqual([]);
    expect(one.queues).toEqual({ first: [], retries: messages });
    expect(await begun(one, 1, 'retries')).toHaveLength(1);
  });

  it('keeps the circuit closed while some attempts in between succeed', async () => {
    const one = simulation({ batch: 3, takes: (n) => n % 3 > 0 });
    await one.queue(3 * (CIRCUIT_OPENS_AT + 1));
    for (let n = 0; n < CIRCUIT_OPENS_AT; n++) {
      for (const posting of await begun(one, 1)) while (!posting.ended) await posting.step();
    }
    expect(await begun(one, 1)).toHaveLength(1);
  });

  it('runs two attempts at a time while the circuit is open, and dispatches to the retry queue', async () => {
    const { one, messages } = await failing(5);
    await begun(one, 5);
    const posting = await begun(one, 5, 'retries');
    expect(posting).toHaveLength(2);
    expect(one.queues.retries).toEqual([]);
    for (const each of posting) while (!each.ended) await each.step();
    expect(idsOf(one.queues.retries)).toEqual(idsOf(messages.slice(2, 4)));
  });

  it('makes every attempt of every delivery, two at a time, until all have failed', async () => {
    const { one } = await failing(3);
    await one.run();
    expect(await statesOf(one)).toEqual(Array(CIRCUIT_OPENS_AT + 3).fill('failed 6'));
    expect([one.posts.length, one.most, one.forgotten]).toEqual([6 * (CIRCUIT_OPENS_AT + 3), 2, []]);
  });

  it('delivers everything that waits when the destination recovers', async () => {
    const { one } = await failing(6, (n) => n > CIRCUIT_OPENS_AT + 3);
    await one.run();
    const states = await statesOf(one);
    expect(states.every((state) => state.startsWith('delivered'))).toBe(true);
    expect([one.posts.length, one.forgotten]).toEqual([CIRCUIT_OPENS_AT + 6 + CIRCUIT_OPENS_AT + 3, []]);
  });
});

it('drain releases its permits when the table throws on the read of the waiting list', async () => {
  // The first read is of the invocation that releases its permit, the second of the invocation that was dispatched.
  const one = simulation({ fault: { call: 'Query BACKLOG', at: 2, fails: 'before', process: 'goes on' } });
  await one.queue(3);
  await begun(one, 3);
  for (let n = 0; n < 2; n++) {
    for (const posting of await begun(one, n)) while (!posting.ended) await posting.step();
  }
  expect([one.faults.hit, one.redelivered]).toEqual(['Query BACKLOG', 1]);
  await one.queue(1);
  expect(await begun(one, 1)).toHaveLength(1);
  await one.run();
  expect(one.forgotten).toEqual([]);
});

describe('drain, when an attempt throws', () => {
  /** The nth POST does not happen, through a fault of the service. */
  const thrown = (at: number, batch: number) =>
    simulation({ batch, fault: { call: 'POST', at, fails: 'before', process: 'goes on' } });

  it('has the message of this attempt come again, and no other message of the invocation', async () => {
    const one = thrown(2, 3);
    const messages = await one.queue(3);
    await one.run();
    const [first, second, third] = idsOf(messages);
    expect(one.posts).toEqual([first, third, second]);
    expect([one.redelivered, one.forgotten]).toEqual([1, []]);
  });

  it('leaves a message from the waiting list to handover, because no queue redelivers it', async () => {
    const one = thrown(3, 1);
    const messages = await one.queue(3);
    await begun(one, 3);
    await one.run();
    expect(one.posts).toEqual(idsOf(messages));
    expect([one.redelivered, one.forgotten]).toEqual([0, [1]]);
  });
});
