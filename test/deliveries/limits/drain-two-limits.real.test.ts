import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Table } from '../../../lib/platform/table/table.ts';
import { quiet } from '../../support/quiet.ts';
import { runs } from '../../support/sample.ts';
import { makeTable } from '../../support/table.ts';
import { DrainSimulation } from './drain-simulation.ts';
import { inManyOrders } from './orders.ts';
import type { SimulatedProcess } from './processes.ts';

quiet();

let table: Table;
beforeAll(async () => {
  table = await makeTable();
});

const ended = async (process: SimulatedProcess) => {
  while (!process.ended) await process.step();
};

describe('drain under the limits of the organisation and of the destination loses no wake-up', () => {
  // Scenario: an invocation holds the destination's permit only while it is about to wait for the organisation. A
  // message that the organisation dispatches finds the destination full and is parked. The organisation's room goes to
  // another message.
  it('when a dispatched message finds its destination full', async () => {
    const one = new DrainSimulation(table, { cap: 1, organisationCap: 1, choose: () => 0 });
    await one.queue(1, 1);
    const holder = await one.begin();
    await one.toPosts();
    await one.queue(1, 2);
    await ended(await one.begin());
    await one.queue(1, 2);
    const waits = await one.begin();
    // The invocation is about to wait for the organisation.
    while (waits.calls.filter((call) => call === 'UpdateItem ORGANISATION').length < 2) await waits.step();
    await ended(holder);
    await ended(await one.begin());
    await one.run();
    expect(one.posts).toHaveLength(3);
    expect(one.forgotten).toEqual([]);
  });

  // Scenario: the fifth failure opens the circuit while the invocation still has a message. The message goes to the
  // retry queue, so the invocation never asks for this limit of the organisation again.
  it('when a circuit opens while the invocation has messages left', async () => {
    const one = new DrainSimulation(table, {
      cap: 1,
      organisationCap: 1,
      batch: 2,
      choose: () => 0,
      takes: (n) => n > 5,
    });
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

  // Scenario: a message whose delivery is finished asks for permits and finds the organisation full. Nothing is parked,
  // so the invocation ends without a release. A message that waits for the destination must be dispatched all the same.
  it('when a duplicate message finds no room in the organisation', async () => {
    const one = new DrainSimulation(table, { cap: 1, organisationCap: 1, choose: () => 0 });
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
    { cap: 1, organisationCap: 1, disorderly: false },
    { cap: 2, organisationCap: 2, disorderly: false },
    { cap: 1, organisationCap: 2, disorderly: true },
    { cap: 3, organisationCap: 2, disorderly: true },
  ])('in any order of all calls, with %p', async (given) => {
    await inManyOrders(runs(3, 10), async (choose) => {
      const simulation = new DrainSimulation(table, { ...given, choose, batch: 3, invocations: 6 });
      for (let n = 0; n < 3; n++) for (const receiver of [1, 2, 3]) await simulation.queue(1, receiver);
      await simulation.run();
      expect(simulation.posts).toHaveLength(9);
      expect(simulation.most).toBeLessThanOrEqual(given.organisationCap);
      expect([simulation.forgotten, simulation.redelivered]).toEqual([[], 0]);
    });
  });
});
