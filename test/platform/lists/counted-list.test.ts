import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { memoryList } from '../../../bench/memory-list.ts';
import { fold } from '../../../lib/platform/lists/compact.ts';
import { countedList } from '../../../lib/platform/lists/counted-list.ts';
import type { ListStore, TreeItem } from '../../../lib/platform/lists/list-store.ts';
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

  /*
   * A fold runs before one of the calls of a reader and deletes what it folded. Stale reads answer as before the fold,
   * or as after it. A fold changes no answer, so the reader must answer like the model, whichever call it was.
   */
  it.each(['before', 'after'] as const)(
    'reads one state when a fold runs at any call and stale reads are as %s it',
    async (age) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(step, { minLength: 20, maxLength: 60 }),
          fc.array(query, { minLength: 1, maxLength: 3 }),
          fc.integer({ min: 1, max: 12 }),
          async (steps, queries, call) => {
            const { memory, model, take } = listAndModel();
            for (const taken of steps) await take(taken);
            const interrupted = foldAt(
              memory.store,
              call,
              age === 'before' ? new Map(memory.items) : memory.items,
              () => fold(LIST, memory.store, SMALL),
            );
            const list = countedList(LIST, interrupted);
            for (const asked of queries) await expectLikeModel(list, model, asked);
          },
        ),
        { numRuns: runs(150, 3000) },
      );
    },
  );

  it('survives the death of a compactor before or after any call', async () => {
    const dying = fc.record({ call: fc.integer({ min: 1, max: 20 }), isAfter: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(step, dying), { minLength: 20, maxLength: 80 }),
        query,
        async (steps, asked) => {
          const { memory, model, list, take } = listAndModel();
          for (const taken of steps) {
            if ('kind' in taken) await take(taken);
            else await fold(LIST, dyingAt(memory.store, taken.call, taken.isAfter), SMALL).catch(() => 0);
            await expectLikeModel(list, model, asked);
          }
        },
      ),
      { numRuns: runs(100, 3000) },
    );
  });
});

/** The same store with a fold before its nth call. Stale reads see the items of `stale`. */
function foldAt(
  store: ListStore,
  call: number,
  stale: ReadonlyMap<string, TreeItem>,
  folding: () => Promise<unknown>,
): ListStore {
  let calls = 0;
  const then = async <T>(read: () => Promise<T>): Promise<T> => {
    if (++calls === call) await folding();
    return read();
  };
  const old = (key: string) => stale.get(key) ?? null;
  return {
    ...store,
    head: () => then(store.head),
    tail: () => then(store.tail),
    leaf: (bound, consistency) =>
      then(async () => {
        const found = old(bound);
        if (consistency === 'strong') return store.leaf(bound, consistency);
        return found !== null && 'ids' in found ? found : null;
      }),
    slice: (level, name, bound, consistency) =>
      then(async () =>
        consistency === 'strong' ? store.slice(level, name, bound, consistency) : old(`${level}#${name}#${bound}`),
      ),
  };
}

/** The same store for a process that dies at its nth call. */
function dyingAt(store: ListStore, call: number, isAfter: boolean): ListStore {
  let calls = 0;
  const dying = async <T>(make: () => Promise<T>): Promise<T> => {
    calls++;
    if (calls === call && isAfter) await make();
    if (calls >= call) throw new Error('the process is dead');
    return make();
  };
  return {
    head: () => dying(store.head),
    tail: () => dying(store.tail),
    oldest: (limit) => dying(() => store.oldest(limit)),
    leaf: (bound, consistency) => dying(() => store.leaf(bound, consistency)),
    slice: (level, name, bound, consistency) => dying(() => store.slice(level, name, bound, consistency)),
    commit: (read, next, items) => dying(() => store.commit(read, next, items)),
    drop: (changes) => dying(() => store.drop(changes)),
    clear: (head) => dying(() => store.clear(head)),
  };
}
