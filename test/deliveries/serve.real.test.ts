import { beforeAll, describe, expect, it } from '@jest/globals';
import { FAILING } from '../../lib/deliveries/receivers.ts';
import type { AttemptMessage } from '../../lib/deliveries/schema.ts';
import type { Table } from '../../lib/platform/table/table.ts';
import { quiet } from '../support/quiet.ts';
import { makeTable } from '../support/table.ts';
import { inTurns } from './orders.ts';
import { Serving, type ServingOptions } from './serving.ts';

quiet();

let table: Table;
beforeAll(async () => {
  table = await makeTable();
});

/** One thing after the other: who began first goes on first. */
const serving = (options: Partial<ServingOptions> = {}) => new Serving(table, { cap: 1, choose: () => 0, ...options });
const idsOf = (messages: readonly AttemptMessage[]) => messages.map(({ deliveryId }) => deliveryId);
const statesOf = async (of: Serving) =>
  (await of.states()).map(({ status, attemptsMade }) => `${status} ${attemptsMade}`);

/** Begins so many invocations, and has them come as far as they can while no POST is answered. */
async function begun(of: Serving, invocations: number, from: 'first' | 'retries' = 'first') {
  for (let n = 0; n < invocations; n++) await of.begin(from);
  return of.toPosts();
}

describe('a receiver that has all its attempts under way', () => {
  it('keeps no other message in a queue and no other invocation waiting', async () => {
    const one = serving({ cap: 2 });
    await one.queue(6);
    expect(await begun(one, 6)).toHaveLength(2);
    expect(one.queues).toEqual({ first: [], retries: [] });
  });

  it('gets each message when an attempt has ended, the oldest first, with no timer and no reconcile', async () => {
    const one = serving();
    const [first, ...others] = await one.queue(5);
    one.queues.first = [first, ...others.toReversed()].filter((message) => message !== undefined);
    await begun(one, 5);
    await one.run();
    expect(one.posts).toEqual(idsOf([first, ...others].filter((message) => message !== undefined)));
    expect([one.forgotten, one.redelivered]).toEqual([[], 0]);
    expect(await statesOf(one)).toEqual(Array(5).fill('delivered 1'));
  });

  it('gets the messages of one invocation one after the other', async () => {
    const one = serving({ cap: 5, batch: 10 });
    const messages = await one.queue(10);
    expect(await begun(one, 1)).toHaveLength(1);
    await one.run();
    expect([one.most, one.posts]).toEqual([1, idsOf(messages)]);
  });

  it('has as many attempts under way as before when those that are called up come in one batch', async () => {
    let late = false;
    const one = serving({ cap: 5, batch: 10, late: () => late });
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

  it('gets those that wait by who has a slot, and by the queue when that one runs out of time', async () => {
    let late = false;
    const one = serving({ late: () => late });
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

describe('an invocation that runs out of time', () => {
  it.each(['first', 'retries'] as const)('puts the rest back where it came from: %s', async (queue) => {
    const one = serving({ batch: 3, late: () => true });
    const messages = await one.queue(3);
    one.queues.first = [];
    one.queues[queue] = [...messages];
    const [posting] = await begun(one, 1, queue);
    while (posting?.ended === false) await posting.step();
    expect(one.posts).toEqual(idsOf(messages.slice(0, 1)));
    expect(one.queues).toEqual({ first: [], retries: [], [queue]: messages.slice(1) });
  });

  it('makes one attempt all the same, so that all get on', async () => {
    const one = serving({ batch: 3, late: () => true });
    const messages = await one.queue(5);
    await one.run();
    expect(one.posts.toSorted()).toEqual(idsOf(messages).sort());
  });
});

describe('a receiver that fails', () => {
  /** Five attempts have failed; so many more deliveries are in the queue of first attempts. */
  async function failing(count: number, takes: ServingOptions['takes'] = () => false) {
    const one = serving({ cap: 5, takes, choose: inTurns() });
    await one.queue(FAILING);
    await begun(one, FAILING);
    for (const posting of await one.toPosts()) while (!posting.ended) await posting.step();
    one.most = 0;
    return { one, messages: await one.queue(count) };
  }

  it('is served by the retry queue alone after five failures in a row', async () => {
    const { one, messages } = await failing(3);
    expect(await begun(one, 3)).toEqual([]);
    expect(one.queues).toEqual({ first: [], retries: messages });
    expect(await begun(one, 1, 'retries')).toHaveLength(1);
  });

  it('does not count as failing while it takes some in between', async () => {
    const one = serving({ batch: 3, takes: (n) => n % 3 > 0 });
    await one.queue(3 * (FAILING + 1));
    for (let n = 0; n < FAILING; n++) {
      for (const posting of await begun(one, 1)) while (!posting.ended) await posting.step();
    }
    expect(await begun(one, 1)).toHaveLength(1);
  });

  it('has two attempts under way, and what waits comes by the retry queue', async () => {
    const { one, messages } = await failing(5);
    await begun(one, 5);
    const posting = await begun(one, 5, 'retries');
    expect(posting).toHaveLength(2);
    expect(one.queues.retries).toEqual([]);
    for (const each of posting) while (!each.ended) await each.step();
    expect(idsOf(one.queues.retries)).toEqual(idsOf(messages.slice(2, 4)));
  });

  it('gets every attempt of every delivery, two at a time, until all have failed', async () => {
    const { one } = await failing(3);
    await one.run();
    expect(await statesOf(one)).toEqual(Array(FAILING + 3).fill('failed 6'));
    expect([one.posts.length, one.most, one.forgotten]).toEqual([6 * (FAILING + 3), 2, []]);
  });

  it('gets all that waits when it is mended', async () => {
    const { one } = await failing(6, (n) => n > FAILING + 3);
    await one.run();
    const states = await statesOf(one);
    expect(states.every((state) => state.startsWith('delivered'))).toBe(true);
    expect([one.posts.length, one.forgotten]).toEqual([FAILING + 6 + FAILING + 3, []]);
  });
});

it('gives the slot back when the table throws as it looks for what waits', async () => {
  // The first look is of who leaves, the second of who was called up.
  const one = serving({ trouble: { call: 'Query BACKLOG', at: 2, fails: 'before', process: 'goes on' } });
  await one.queue(3);
  await begun(one, 3);
  for (let n = 0; n < 2; n++) {
    for (const posting of await begun(one, n)) while (!posting.ended) await posting.step();
  }
  expect([one.troubles.hit, one.redelivered]).toEqual(['Query BACKLOG', 1]);
  await one.queue(1);
  expect(await begun(one, 1)).toHaveLength(1);
  await one.run();
  expect(one.forgotten).toEqual([]);
});

describe('an attempt that throws', () => {
  /** The nth POST does not happen, for a reason of ours. */
  const thrown = (at: number, batch: number) =>
    serving({ batch, trouble: { call: 'POST', at, fails: 'before', process: 'goes on' } });

  it('has its message come again, and no other of the invocation', async () => {
    const one = thrown(2, 3);
    const messages = await one.queue(3);
    await one.run();
    const [first, second, third] = idsOf(messages);
    expect(one.posts).toEqual([first, third, second]);
    expect([one.redelivered, one.forgotten]).toEqual([1, []]);
  });

  it('is left to reconcile when its message waited, as that comes by no queue', async () => {
    const one = thrown(3, 1);
    const messages = await one.queue(3);
    await begun(one, 3);
    await one.run();
    expect(one.posts).toEqual(idsOf(messages));
    expect([one.redelivered, one.forgotten]).toEqual([0, [1]]);
  });
});
