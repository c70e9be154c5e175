import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ifRulesVersion } from '../../lib/organisations/rules-version.ts';
import { quiet } from '../support/quiet.ts';
import { runs } from '../support/sample.ts';
import { document, listWorld } from './list-world.ts';

quiet();

const addressOf = (n: number): string => `0x${n.toString(16).padStart(40, '0')}`;

/** What a source says one day, and the calls at which its first processes die. More deaths make a list wait. */
const Day = fc.record({
  addresses: fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 60 }),
  kills: fc.array(fc.integer({ min: 2, max: 60 }), { maxLength: 2 }),
  fails: fc.constantFrom('before' as const, 'after' as const),
});

describe('A list with a source', () => {
  // Scenario: a source changes day by day, and processes die at every few calls. A naive set says what the list has.
  it('has what a naive set has after each day, and records what came and went, although processes die', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(Day, { minLength: 1, maxLength: 5 }), async (days) => {
        let body = '';
        const world = await listWorld(async () => document(body));
        let naive: ReadonlySet<string> = new Set();
        for (const { addresses, kills, fails } of days) {
          const wanted = new Set(addresses.map(addressOf));
          body = [...wanted].join('\n');
          const isTaken = wanted.size > 0 && wanted.size * 100 >= naive.size * 80;
          const [added, removed] = isTaken ? [wanted.difference(naive).size, naive.difference(wanted).size] : [0, 0];
          world.deps.advance(1);
          await world.lists.refresh(world.organisation, world.id);
          await world.settle(kills, fails);
          if (isTaken) naive = wanted;
          const { lastRun, sourced, plan } = await world.read();
          expect(await world.stored()).toEqual([...naive].sort());
          expect(lastRun).toMatchObject({ added, removed, error: isTaken ? null : expect.any(String) });
          expect([sourced, plan, await world.counted()]).toEqual([naive.size, null, naive.size]);
        }
      }),
      { numRuns: runs(8, 200) },
    );
  });

  // Scenario: the process dies while it applies the first answer, and the source says something else by then.
  it('applies what it began to apply, whatever the source says after a crash', async () => {
    const bodies = [1, 2].map((round) => Array.from({ length: 30 }, (_, n) => addressOf(round * 100 + n)).join('\n'));
    let fetched = 0;
    const world = await listWorld(async () => document(bodies[Math.min(fetched++, 1)] ?? ''));
    // The first batch stores the plan, and the second the addresses.
    world.faults.arm({ at: 2, call: 'BatchWriteItemCommand', fails: 'after', process: 'dies' });
    expect(await world.faults.process(() => world.run())).toBe(false);
    world.deps.advance(100);
    await world.settle();
    expect((await world.stored()).join('\n')).toBe(bodies[0]);
    expect([fetched, (await world.read()).lastRun]).toEqual([1, expect.objectContaining({ added: 30, error: null })]);
  });

  it('waits until the next day and tells people when its runs make no progress', async () => {
    const world = await listWorld(async () => document(addressOf(1)));
    await world.settle([3, 3, 3, 3]);
    expect((await world.read()).lastRun).toMatchObject({ error: 'The list could not be applied for now.' });
    expect(world.told).toHaveLength(1);
    world.deps.advance(86_400);
    await world.settle();
    expect((await world.read()).lastRun).toMatchObject({ added: 1, error: null });
  });

  it('goes on with the next run when the time of a run is over', async () => {
    const body = Array.from({ length: 2_500 }, (_, n) => addressOf(n + 1)).join('\n');
    const world = await listWorld(async () => document(body));
    let asked = 0;
    // Time for the plan and for the first thousand addresses.
    await world.run(() => new Date(world.deps.now().getTime() + (asked++ < 3 ? 0 : 60_000)));
    for (let n = 0; n < 5 && (await world.read()).lastRun === null; n++) await world.run();
    expect(await world.stored()).toHaveLength(2_500);
    expect((await world.read()).lastRun).toMatchObject({ added: 2_500, removed: 0, error: null });
  });

  it('is gone with all its addresses when it is deleted, although processes die', async () => {
    const world = await listWorld(async () => document([1, 2, 3].map(addressOf).join('\n')));
    await world.settle();
    await world.lists.remove(world.organisation, world.id, ifRulesVersion(0));
    await expect(world.lists.get(world.organisation, world.id)).rejects.toMatchObject({ code: 'not_found' });
    await world.settle([20, 40], 'after');
    expect([await world.find(), await world.stored(), await world.counted()]).toEqual([null, [], 0]);
  });

  it('has no addresses without its source, and those of another source in place of the first', async () => {
    let body = [1, 2, 3].map(addressOf).join('\n');
    const world = await listWorld(async () => document(body));
    const change = (source: { url: string; format: 'text'; column: null } | null) =>
      world.lists.update(world.organisation, world.id, { source });
    await world.settle();
    body = addressOf(9);
    const other = { url: 'http://127.0.0.1:9/other.txt', format: 'text', column: null } as const;
    await change(other);
    await world.settle();
    expect((await world.read()).lastRun).toMatchObject({ refused: { added: 1, removed: 3 } });
    await change(other);
    await world.settle();
    expect(await world.stored()).toEqual([addressOf(9)]);
    await change(null);
    await world.settle();
    expect([await world.stored(), (await world.read()).lastRun, await world.counted()]).toEqual([[], null, 0]);
    await expect(world.lists.refresh(world.organisation, world.id)).rejects.toMatchObject({ code: 'conflict' });
  });
});
