import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Table } from '../../lib/platform/table/table.ts';
import { quiet } from '../support/quiet.ts';
import { runs } from '../support/sample.ts';
import { makeTable } from '../support/table.ts';
import { inManyOrders } from './orders.ts';
import type { Process } from './processes.ts';
import { Serving } from './serving.ts';

quiet();

let table: Table;
beforeAll(async () => {
  table = await makeTable();
});

const ended = async (process: Process) => {
  while (!process.ended) await process.step();
};

describe('with slots of receivers and of their organisation no wake-up is lost', () => {
  it('when who is called up finds its receiver held by one that is about to wait for the organisation', async () => {
    const one = new Serving(table, { cap: 1, organisationCap: 1, choose: () => 0 });
    await one.queue(1, 1);
    const holder = await one.begin();
    await one.toPosts();
    await one.queue(1, 2);
    await ended(await one.begin());
    await one.queue(1, 2);
    const waits = await one.begin();
    // It waits for the organisation, and still has its receiver's slot.
    while (waits.calls.filter((call) => call === 'UpdateItem ORGANISATION').length < 2) await waits.step();
    await ended(holder);
    await ended(await one.begin());
    await one.run();
    expect(one.posts).toHaveLength(3);
    expect(one.forgotten).toEqual([]);
  });

  it('when the organisation’s slot is given back by a receiver that has begun to fail, with messages left', async () => {
    const one = new Serving(table, { cap: 1, organisationCap: 1, batch: 2, choose: () => 0, takes: (n) => n > 5 });
    for (let n = 0; n < 4; n++) {
      await one.queue(1, 1);
      await ended(await one.begin());
    }
    await one.queue(2, 1);
    const holder = await one.begin();
    await one.toPosts();
    const [waiting] = await one.queue(1, 2);
    await ended(await one.begin());
    await ended(holder);
    expect(one.queues.first).toEqual([{ ...waiting, calledUp: true }]);
  });

  it('when who has the receiver’s slot is a duplicate and finds no room in the organisation', async () => {
    const one = new Serving(table, { cap: 1, organisationCap: 1, choose: () => 0 });
    const [done] = await one.queue(1, 2);
    await one.run();
    await one.queue(1, 1);
    await one.begin();
    await one.toPosts();
    if (done) one.queues.first.push(done);
    const duplicate = await one.begin();
    while (!duplicate.calls.includes('GetItem ORGANISATION')) await duplicate.step();
    await one.queue(1, 2);
    await ended(await one.begin());
    await ended(duplicate);
    await one.run();
    expect([one.posts.length, one.forgotten]).toEqual([3, []]);
  });

  it.each([
    { cap: 1, organisationCap: 1, unruly: false },
    { cap: 2, organisationCap: 2, unruly: false },
    { cap: 1, organisationCap: 2, unruly: true },
    { cap: 3, organisationCap: 2, unruly: true },
  ])('in any order of all calls: %p', async (given) => {
    await inManyOrders(runs(3, 10), async (choose) => {
      const serving = new Serving(table, { ...given, choose, batch: 3, invocations: 6 });
      for (let n = 0; n < 3; n++) for (const receiver of [1, 2, 3]) await serving.queue(1, receiver);
      await serving.run();
      expect(serving.posts).toHaveLength(9);
      expect(serving.most).toBeLessThanOrEqual(given.organisationCap);
      expect([serving.forgotten, serving.redelivered]).toEqual([[], 0]);
    });
  });
});
