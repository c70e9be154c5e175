import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Table } from '../../lib/platform/table/table.ts';
import { quiet } from '../support/quiet.ts';
import { runs } from '../support/sample.ts';
import { sampledCalls } from '../support/sweep.ts';
import { makeTable } from '../support/table.ts';
import { inTurns } from './orders.ts';
import type { Trouble } from './processes.ts';
import { Serving, type ServingOptions } from './serving.ts';

quiet();

let table: Table;
beforeAll(async () => {
  table = await makeTable();
});

type Kind = Omit<Trouble, 'at'>;
const KINDS: readonly Kind[] = [
  { fails: 'before', process: 'dies' },
  { fails: 'after', process: 'dies' },
  { fails: 'before', process: 'goes on' },
  { fails: 'after', process: 'goes on' },
  { fails: 'asked again', process: 'goes on' },
];

/** Deliveries to a receiver that refuses the second POST, while one call goes wrong. */
async function run(count: number, options: ServingOptions): Promise<Serving> {
  const serving = new Serving(table, { takes: (n) => n !== 2, ...options });
  await serving.queue(count);
  await serving.run();
  return serving;
}

/** Whatever happened: all are delivered, by one POST an attempt, but for the one that was not recorded. */
async function check(serving: Serving, cap: number): Promise<void> {
  const states = await serving.states();
  expect(new Set(states.map(({ status }) => status))).toEqual(new Set(['delivered']));
  const attempts = states.reduce((sum, { attemptsMade }) => sum + attemptsMade, 0);
  const posts = serving.posts.length;
  expect([attempts, attempts + 1]).toContain(posts);
  if (serving.troubles.hit === null || serving.troubles.hit.startsWith('UpdateItem')) expect(posts).toBe(attempts);
  expect(serving.most).toBeLessThanOrEqual(cap);
  // That one message was lost keeps no other waiting.
  expect([[], [1]]).toContainEqual(serving.forgotten);
}

describe.each(KINDS)('when a call fails $fails it took effect, and its process $process', (kind) => {
  it('every delivery is made, whichever call it is', async () => {
    const hits = new Set<string>();
    const healthy = await run(3, { cap: 1, choose: inTurns() });
    await check(healthy, 1);
    for (const place of sampledCalls(healthy.troubles.calls, 18)) {
      const serving = await run(3, { cap: 1, trouble: { ...kind, ...place }, choose: inTurns() });
      const { hit } = serving.troubles;
      if (hit !== null) hits.add(hit);
      await check(serving, 1).catch((error) => {
        throw new Error(`call ${place.at} of ${place.call}: ${error.message}`, { cause: error });
      });
    }
    const kinds = ['RECEIVER', 'BACKLOG', 'DELIVERY', 'queue', 'timer', 'POST'];
    for (const kind of kinds) expect([...hits].join()).toContain(kind);
  });
});

it('every delivery is made, whichever call fails, however, and in any order of all calls', async () => {
  const kinds = fc.constantFrom(...KINDS);
  await fc.assert(
    fc.asyncProperty(kinds, fc.integer({ min: 1, max: 70 }), fc.gen(), async (kind, at, any) => {
      const choose = (count: number) => any(fc.nat, count - 1);
      await check(await run(5, { cap: 2, batch: 3, choose, trouble: { ...kind, at }, unruly: true }), 2);
    }),
    { numRuns: runs(6, 30), endOnFailure: true },
  );
});
