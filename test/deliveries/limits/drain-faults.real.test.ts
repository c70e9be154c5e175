import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Table } from '../../../lib/platform/table/table.ts';
import { quiet } from '../../support/quiet.ts';
import { runs } from '../../support/sample.ts';
import { sampledCalls } from '../../support/sweep.ts';
import { makeTable } from '../../support/table.ts';
import { DrainSimulation, type SimulationOptions } from './drain-simulation.ts';
import { roundRobin } from './orders.ts';
import type { ProcessFault } from './processes.ts';

quiet();

let table: Table;
beforeAll(async () => {
  table = await makeTable();
});

type Kind = Omit<ProcessFault, 'at'>;
const KINDS: readonly Kind[] = [
  { fails: 'before', process: 'dies' },
  { fails: 'after', process: 'dies' },
  { fails: 'before', process: 'goes on' },
  { fails: 'after', process: 'goes on' },
  { fails: 'asked again', process: 'goes on' },
];

/** Drains deliveries to a receiver that refuses the second POST, while one call fails. */
async function run(count: number, options: SimulationOptions): Promise<DrainSimulation> {
  const simulation = new DrainSimulation(table, { takes: (n) => n !== 2, ...options });
  await simulation.queue(count);
  await simulation.run();
  return simulation;
}

/** All are delivered, by one POST per attempt. One more POST is allowed: its attempt was not recorded. */
async function check(simulation: DrainSimulation, cap: number): Promise<void> {
  const states = await simulation.states();
  expect(new Set(states.map(({ status }) => status))).toEqual(new Set(['delivered']));
  const attempts = states.reduce((sum, { attemptsMade }) => sum + attemptsMade, 0);
  const posts = simulation.posts.length;
  expect([attempts, attempts + 1]).toContain(posts);
  if (simulation.faults.hit === null || simulation.faults.hit.startsWith('UpdateItem')) expect(posts).toBe(attempts);
  expect(simulation.most).toBeLessThanOrEqual(cap);
  // A lost message keeps no other message waiting.
  expect([[], [1]]).toContainEqual(simulation.forgotten);
}

// Scenario: the simulation runs once without a fault, then once for each call of that run, which then fails.
describe.each(KINDS)('drain, when a call fails $fails it took effect and its process $process', (kind) => {
  it('makes every delivery, whichever call fails', async () => {
    const healthy = await run(3, { cap: 1, choose: roundRobin() });
    await check(healthy, 1);
    for (const place of sampledCalls(healthy.faults.calls, 3)) {
      const simulation = await run(3, { cap: 1, fault: { ...kind, ...place }, choose: roundRobin() });
      await check(simulation, 1).catch((error) => {
        throw new Error(`call ${place.at} of ${place.call}: ${error.message}`, { cause: error });
      });
    }
    const kinds = ['RECEIVER', 'BACKLOG', 'DELIVERY', 'queue', 'timer', 'POST'];
    for (const kind of kinds) expect(healthy.faults.calls.join()).toContain(kind);
  });
});

it('drain makes every delivery, whichever call fails in whichever way, in any order of all calls', async () => {
  const kinds = fc.constantFrom(...KINDS);
  await fc.assert(
    fc.asyncProperty(kinds, fc.integer({ min: 1, max: 70 }), fc.gen(), async (kind, at, any) => {
      const choose = (count: number) => any(fc.nat, count - 1);
      await check(await run(5, { cap: 2, batch: 3, choose, fault: { ...kind, at }, disorderly: true }), 2);
    }),
    { numRuns: runs(3, 30), endOnFailure: true },
  );
});
