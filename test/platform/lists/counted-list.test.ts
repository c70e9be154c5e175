import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { memoryList } from '../../../bench/memory-list.ts';
import { fold } from '../../../lib/platform/lists/compact.ts';
import { countedList } from '../../../lib/platform/lists/counted-list.ts';
import { uuid } from '../../support/records.ts';
import { runs } from '../../support/sample.ts';
import {
  expectBucketsLikeModel,
  expectLikeModel,
  LIST,
  ListModel,
  query,
  SMALL,
  type Step,
  step,
} from './list-model.ts';

/** A list in memory and its model. */
function listAndModel() {
  const memory = memoryList();
  const model = new ListModel();
  let made = 0;
  return {
    memory,
    model,
    list: countedList(LIST, memory.store),
    async take(taken: Step): Promise<void> {
      if (taken.kind === 'fold') await fold(LIST, memory.store, SMALL);
      else {
        const change = model.take(taken);
        // A change of a clock that is ahead sorts behind the changes that follow.
        if (change !== null)
          memory.append({ sk: `${String(made + taken.late).padStart(6, '0')}#${made++}`, ...change });
      }
    },
  };
}

describe('A counted list', () => {
  it('answers every query like a plain array after each write, change, removal and fold', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(step, fc.array(query, { minLength: 1, maxLength: 3 })), { maxLength: 80 }),
        async (steps) => {
          const { list, model, take } = listAndModel();
          for (const [taken, queries] of steps) {
            await take(taken);
            for (const asked of queries) await expectLikeModel(list, model, asked);
            for (const asked of queries.slice(0, 1)) await expectBucketsLikeModel(list, model, asked);
          }
        },
      ),
      { numRuns: runs(60, 1000) },
    );
  });

  it('yields every match once, in the order of the list', async () => {
    const { list, model, take } = listAndModel();
    for (const taken of fc.sample(step, { numRuns: 300, seed: 7 })) await take(taken);
    const filter = { state: { in: ['open'] } };
    const found: string[] = [];
    for await (const keys of list.all({ filter }, 'oldest first', 4)) found.push(...keys);
    expect(found.length).toBeGreaterThan(20);
    expect(found).toEqual(model.matching({ filter }));
  });

  it('empties its tail when all its changes are folded', async () => {
    const { memory, model, take } = listAndModel();
    for (const taken of fc.sample(step, { numRuns: 300, seed: 8 })) await take(taken);
    while ((await fold(LIST, memory.store, SMALL)) > 0);
    expect(memory.tailLength()).toBe(0);
    expect(model.records.length).toBeGreaterThan(50);
  });

  it('gets another facet without a change of what is stored: old entries have an empty value', async () => {
    const { memory, model, list, take } = listAndModel();
    for (const taken of fc.sample(step, { numRuns: 200, seed: 9 })) await take(taken);
    const facets = [...LIST.facets, 'size'];
    const views = LIST.views.map((view) =>
      view.name === 'state' ? { ...view, facets: [...view.facets, 'size'] } : view,
    );
    const later = { ...LIST, facets, views };
    const old = model.records.length;
    const big = Array.from({ length: 40 }, (_, n) => ({
      sk: `9#${n}`,
      id: uuid(n),
      time: new Date(Date.UTC(2026, 0, 31) + n * 700).toISOString(),
      plus: ['red', 'round', 'open', n % 4 === 0 ? 'big' : 'small'],
    }));
    for (const change of big) {
      memory.append(change);
      const laterList = countedList(later, memory.store);
      const counted = await Promise.all([
        laterList.count({ filter: { size: { in: [''] } } }),
        laterList.count({ filter: { size: { in: ['big', 'small'] } } }),
        laterList.count({ filter: { size: { notIn: ['small'] }, colour: { in: ['red'] } } }),
        list.count({ filter: { state: { in: ['open', 'done'] } } }),
      ]);
      const added = big.indexOf(change) + 1;
      const red = model.records.filter(({ tuple: [colour] }) => colour === 'red').length;
      expect(counted).toEqual([old, added, red + Math.ceil(added / 4), old + added]);
      await fold(later, memory.store, SMALL);
    }
  });

  it('rejects a facet that it does not have', async () => {
    const { list } = listAndModel();
    await expect(list.count({ filter: { weight: { in: ['1'] } } })).rejects.toThrow('things has no facet weight');
  });

  it('reads half of the units of a strong read, because nodes are read stale', async () => {
    const { memory, list, take } = listAndModel();
    for (const taken of fc.sample(step, { numRuns: 200, seed: 10 })) await take(taken);
    while ((await fold(LIST, memory.store, SMALL)) > 0);
    const before = { ...memory.usage };
    await list.count({ filter: {} });
    const nodes = memory.usage.requests - before.requests - 3;
    expect(memory.usage.readUnits - before.readUnits).toBe(3 + nodes / 2);
  });
});
