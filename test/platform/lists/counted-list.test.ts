import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { memoryList } from '../../../bench/memory-list.ts';
import { compact } from '../../../lib/platform/lists/compact.ts';
import { countedList } from '../../../lib/platform/lists/counted-list.ts';
import {
  allSlices,
  type ListDefinition,
  type Sizes,
  slicesOf,
  tupleKey,
} from '../../../lib/platform/lists/definition.ts';
import { type Head, type ListStore, listCaches } from '../../../lib/platform/lists/list-store.ts';
import { packNode, unpackSlice } from '../../../lib/platform/lists/node.ts';
import { listSk } from '../../../lib/platform/table/counted-list-keys.ts';
import { uuid } from '../../support/records.ts';
import { runs } from '../../support/sample.ts';
import {
  EVERYTHING,
  expectBucketsLikeModel,
  expectLikeModel,
  FOREVER,
  LIST,
  ListModel,
  query,
  SIDE_TREES,
  SMALL,
  type Step,
  step,
} from './list-model.ts';

const LEASE_MS = 11 * 60_000;

/** A list in memory and its model. */
function listAndModel(list = LIST) {
  const memory = memoryList();
  const model = new ListModel();
  let made = 0;
  let at = Date.UTC(2026, 0, 31);
  const clock = { now: () => new Date(at), newId: () => uuid(made++) };
  const compactIn = (store: ListStore, sizes: Sizes = SMALL, definition = list) =>
    compact(definition, store, clock, { until: FOREVER, sizes });
  return {
    memory,
    model,
    compactIn,
    list: countedList(list, memory.store),
    /** Lets the leases of dead compactors end. */
    wait: () => {
      at += LEASE_MS;
    },
    async take(taken: Step): Promise<void> {
      if (taken.kind === 'compact') await compactIn(memory.store);
      else {
        // A change of a clock that is ahead sorts behind the changes that follow.
        for (const change of model.take(taken))
          memory.append({ sk: `${String(made + taken.late).padStart(6, '0')}#${made++}`, entries: [change] });
      }
    },
  };
}

/** What a recount does at its end. */
async function divide(store: ListStore): Promise<void> {
  const head = await store.head();
  expect(await store.commit(head, { ...head, version: head.version + 1, isDivided: true }, null)).toBe(true);
}

describe('A counted list', () => {
  it('answers every query like a plain array after each write, change, removal and compaction', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...SIDE_TREES),
        fc.array(fc.tuple(step, fc.array(query, { minLength: 1, maxLength: 3 })), { maxLength: 80 }),
        async (definition, steps) => {
          const { list, model, take } = listAndModel(definition);
          for (const [taken, queries] of steps) {
            await take(taken);
            for (const asked of queries) await expectLikeModel(list, model, asked);
            for (const asked of queries.slice(0, 1)) await expectBucketsLikeModel(list, model, asked);
          }
        },
      ),
      { numRuns: runs(30, 1000) },
    );
  });

  it('answers every query like a plain array, before and after a recount divides it by a field', async () => {
    const divided: ListDefinition = { ...LIST, dividedBy: 'colour' };
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(step, query), { minLength: 10, maxLength: 80 }),
        fc.nat({ max: 40 }),
        async (steps, when) => {
          const { memory, model, take, compactIn } = listAndModel();
          const list = countedList(divided, memory.store);
          for (const [n, [taken, asked]] of steps.entries()) {
            if (n === when) await divide(memory.store);
            if (taken.kind === 'compact') await compactIn(memory.store, SMALL, divided);
            else await take(taken);
            await expectLikeModel(list, model, asked);
            await expectBucketsLikeModel(list, model, asked);
          }
        },
      ),
      { numRuns: runs(30, 1000) },
    );
  });

  it('answers every query like a plain array when its tree is from before the list had a side tree', async () => {
    const { sideTree: _, ...before } = LIST;
    const { memory, model, list, take, compactIn } = listAndModel();
    const steps = fc.sample(step, { numRuns: 200, seed: 8 }).filter(({ kind }) => kind !== 'compact');
    for (const taken of steps.slice(0, 100)) await take(taken);
    await compactIn(memory.store, EVERYTHING, before);
    for (const taken of steps.slice(100)) {
      await take(taken);
      await compactIn(memory.store);
    }
    expect((await memory.store.head()).sideTree).toBeUndefined();
    for (const asked of fc.sample(query, { numRuns: 100, seed: 8 })) await expectLikeModel(list, model, asked);
  });

  it('reads the few leaves of a side tree for a value whose entries are all in other leaves', async () => {
    const unitsOf = async (definition: ListDefinition) => {
      const { memory, compactIn } = listAndModel();
      for (let n = 0; n < 3_000; n++) {
        const [time, colour] = [new Date(Date.UTC(2026, 0, 31) + n * 1000).toISOString(), `c${n % 100}`];
        memory.append({
          sk: String(n).padStart(6, '0'),
          entries: [{ id: uuid(n), time, plus: [colour, '', '', colour] }],
        });
      }
      await compactIn(memory.store, { run: 500, runs: 1, leaf: 66, node: 36 }, definition);
      await compactIn(memory.store, EVERYTHING, definition);
      const before = memory.usage.readUnits;
      const list = countedList(definition, { ...memory.store, cache: listCaches()('') });
      expect(
        (await list.page({ filter: { words: { has: 'c7' } }, order: 'newest first', skip: 0, take: 50 })).total,
      ).toBe(30);
      return memory.usage.readUnits - before;
    };
    const { sideTree: _, ...before } = LIST;
    expect(await unitsOf(before)).toBeGreaterThan(17);
    expect(await unitsOf({ ...LIST, sideTree: { by: 'words', places: 32 } })).toBeLessThan(8);
    expect(await unitsOf({ ...LIST, sideTree: { by: 'words' } })).toBeLessThan(7);
  });

  it('answers from its side tree when changes of an entry come to merges in the wrong order', async () => {
    const { memory, list, compactIn } = listAndModel();
    const [id, time] = [uuid(0), new Date(Date.UTC(2026, 0, 31)).toISOString()];
    const late = [{ minus: ['red'], plus: ['green'] }, { minus: ['green'], plus: ['blue'] }, { plus: ['red'] }];
    for (const [n, change] of late.entries()) {
      memory.append({ sk: String(n), entries: [{ id, time, ...change }] });
      await compactIn(memory.store, EVERYTHING);
    }
    const counts = ['red', 'green', 'blue'].map((colour) => list.count({ filter: { colour } }));
    expect(await Promise.all(counts)).toEqual([0, 0, 1]);
  });

  it('keeps its nodes small for thousands of values of a field, once it is divided by the field', async () => {
    const most = async (isDivided: boolean) => {
      const { memory, compactIn } = listAndModel();
      if (isDivided) await divide(memory.store);
      const time = new Date(Date.UTC(2026, 0, 31)).toISOString();
      const entries = Array.from({ length: 4000 }, (_, n) => ({
        id: uuid(n),
        time,
        plus: [`c${n}`, 'round', 'open', ''],
      }));
      for (let n = 0; n < entries.length; n += 100) {
        memory.append({ sk: String(n).padStart(6, '0'), entries: entries.slice(n, n + 100) });
      }
      await compactIn(memory.store, { run: 1, runs: 1, leaf: 66, node: 36 }, { ...LIST, dividedBy: 'colour' });
      const slices = [...memory.items].filter(([sk]) => /^N#.*#(all|shape|state)/.test(sk));
      expect(slices.length).toBeGreaterThan(10);
      return Math.max(...slices.flatMap(([, parts]) => parts.map(({ length }) => length)));
    };
    expect(await most(true)).toBeLessThan(2_000);
    expect(await most(false)).toBeGreaterThan(8_000);
  });

  it('yields every match once, in the order of the list', async () => {
    const { list, model, take } = listAndModel();
    const steps = fc.sample(step, { numRuns: 300, seed: 7 }).filter(({ kind }) => kind !== 'removeAll');
    for (const taken of steps) await take(taken);
    const filter = { state: { in: ['open'] } };
    const found: string[] = [];
    for await (const entries of list.all({ filter }, 'oldest first', 4)) found.push(...entries.map(({ key }) => key));
    expect(found.length).toBeGreaterThan(20);
    expect(found).toEqual(model.matching({ filter }));
  });

  it('counts by time when its oldest leaf became empty and older entries came later', async () => {
    const { list, take, compactIn, memory } = listAndModel();
    const at = (second: number) => ({
      kind: 'add' as const,
      time: new Date(Date.UTC(2026, 0, 31) + second * 1000).toISOString(),
      tuple: ['red', 'round', 'open', ''],
      late: 0,
    });
    for (let second = 10; second < 19; second++) await take(at(second));
    await compactIn(memory.store, EVERYTHING);
    for (let n = 0; n < 6; n++) await take({ kind: 'remove', n: 0, late: 0 });
    await compactIn(memory.store, EVERYTHING);
    await take(at(1));
    await compactIn(memory.store, EVERYTHING);
    const after = (second: number) => list.count({ filter: {}, from: at(second).time });
    expect(await Promise.all([0, 1, 5, 17].map(after))).toEqual([4, 4, 3, 2]);
  });

  it('has everything in its trees when everything is merged, and no item that no tree contains', async () => {
    const { memory, take, compactIn } = listAndModel();
    const steps = fc.sample(step, { numRuns: 300, seed: 11 }).filter(({ kind }) => kind !== 'removeAll');
    for (const taken of steps) await take(taken);
    await compactIn(memory.store, EVERYTHING);
    expect(memory.tailLength()).toBe(0);
    expect(await memory.store.head()).toMatchObject({ runs: [], packed: [] });
    const reached = await itemsInTrees(memory.store, LIST);
    expect(reached.size).toBeGreaterThan(20);
    expect([...memory.items.keys()].sort()).toEqual([...reached].sort());
    expect(memory.merges.size).toBe(0);
  });

  it('gets another field without a change of what is stored: old entries have an empty value', async () => {
    const { memory, model, list, take, compactIn } = listAndModel();
    for (const taken of fc.sample(step, { numRuns: 200, seed: 9 })) await take(taken);
    const [state, shape, all] = LIST.views;
    if (shape === undefined || all === undefined) throw new Error('the list of the tests has three views');
    const later: ListDefinition = {
      ...LIST,
      fields: [...LIST.fields, 'size'],
      views: [{ ...state, fields: [...state.fields, 'size'] }, shape, { ...all, fields: [...all.fields, 'size'] }],
    };
    const old = model.records.length;
    const big = Array.from({ length: 40 }, (_, n) => ({
      sk: `9#${n}`,
      entries: [
        {
          id: uuid(n),
          time: new Date(Date.UTC(2026, 0, 31) + n * 700).toISOString(),
          plus: ['red', 'round', 'open', '', n % 4 === 0 ? 'big' : 'small'],
        },
      ],
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
      await compactIn(memory.store, SMALL, later);
    }
  });

  it('rejects a field that it does not have', async () => {
    const { list } = listAndModel();
    await expect(list.count({ filter: { weight: { in: ['1'] } } })).rejects.toThrow('things has no field weight');
  });

  it('refuses to examine more than a million entries, with the error of the caller', async () => {
    const { memory, list } = listAndModel();
    const node = {
      children: [{ bound: '', name: 'leaf' }],
      rows: new Map([[tupleKey(['red', 'round', 'open']), [1_000_001]]]),
    };
    const slices = [...packNode(LIST, node)].map(([name, body]) => ({ sk: listSk.slice('root', name), parts: [body] }));
    await memory.store.put(slices);
    const head = await memory.store.head();
    await memory.store.commit(head, { ...head, version: 1, root: { level: 1, name: 'root' } }, null);
    const refusal = () => new RangeError('narrow the filter');
    const asked = { filter: { words: { test: () => true } }, refusal };
    await expect(list.count(asked)).rejects.toThrow(RangeError);
    await expect(list.page({ ...asked, order: 'newest first', skip: 0, take: 1 })).rejects.toThrow(RangeError);
    expect(await list.count({ filter: {}, refusal })).toBe(1_000_001);
  });

  it('reads nodes for half of the units of a strong read', async () => {
    const { memory, list, take, compactIn } = listAndModel();
    for (const taken of fc.sample(step, { numRuns: 200, seed: 10 })) await take(taken);
    await compactIn(memory.store, EVERYTHING);
    const before = { ...memory.usage };
    await list.count({ filter: {} });
    // The stale head, the tail, and the strong head.
    const items = memory.usage.requests - before.requests - 3;
    expect(items).toBeGreaterThan(0);
    expect(memory.usage.readUnits - before.readUnits).toBe(2.5 + items / 2);
  });

  it('reads nothing but the head and the tail when the process remembers the rest', async () => {
    const { memory, list, take, compactIn } = listAndModel();
    for (const taken of fc.sample(step, { numRuns: 200, seed: 12 })) await take(taken);
    await compactIn(memory.store, EVERYTHING);
    const first = await list.count({ filter: {} });
    const before = { ...memory.usage };
    expect(await list.count({ filter: {} })).toBe(first);
    expect(memory.usage.requests - before.requests).toBe(3);
  });

  /*
   * A compaction runs before one of the calls of a reader and deletes what it replaced. Stale reads answer as before
   * the compaction, or as after it. A compaction changes no answer, so the reader must answer like the model. The
   * process of a warm reader remembers items of earlier states.
   */
  it.each(['before', 'after'] as const)(
    'reads one state when a compaction runs at any call and stale reads are as %s it',
    async (age) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(step, { minLength: 20, maxLength: 60 }),
          fc.array(query, { minLength: 1, maxLength: 3 }),
          fc.integer({ min: 1, max: 12 }),
          fc.constantFrom(SMALL, EVERYTHING),
          fc.boolean(),
          async (steps, queries, call, sizes, isWarm) => {
            const { memory, model, take, compactIn } = listAndModel();
            for (const taken of steps) await take(taken);
            const stale =
              age === 'before'
                ? { head: await memory.store.head(), items: new Map(memory.items) }
                : { head: undefined, items: memory.items };
            const cache = isWarm ? memory.store.cache : listCaches()('');
            const interrupted = compactedAt({ ...memory.store, cache }, call, stale, () =>
              compactIn(memory.store, sizes),
            );
            const list = countedList(LIST, interrupted);
            for (const asked of queries) await expectLikeModel(list, model, asked);
          },
        ),
        { numRuns: runs(25, 3000) },
      );
    },
  );

  it('survives the death of a compactor before or after any call, and leaves no garbage', async () => {
    const dying = fc.record({ call: fc.integer({ min: 1, max: 40 }), isAfter: fc.boolean(), waits: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...SIDE_TREES),
        fc.array(fc.oneof(step, dying), { minLength: 20, maxLength: 80 }),
        query,
        async (definition, steps, asked) => {
          const { memory, model, list, take, compactIn, wait } = listAndModel(definition);
          for (const taken of steps) {
            if ('kind' in taken) await take(taken);
            else await compactIn(dyingAt(memory.store, taken.call, taken.isAfter), EVERYTHING).catch(() => false);
            if ('waits' in taken && taken.waits) wait();
            await expectLikeModel(list, model, asked);
          }
          wait();
          await compactIn(memory.store, EVERYTHING);
          const last = { id: uuid(999_999), time: '2026-01-31T00:00:00.000Z', plus: ['red', 'round', 'open'] };
          memory.append({ sk: '~', entries: [last] });
          await compactIn(memory.store, EVERYTHING);
          expect([...memory.items.keys()].sort()).toEqual([...(await itemsInTrees(memory.store, definition))].sort());
        },
      ),
      { numRuns: runs(25, 3000) },
    );
  });

  it('shows a record that comes before all others, after the first nodes became empty', async () => {
    const { memory, model, list, take, compactIn } = listAndModel();
    const recordAt = (second: number, colour: string): Step => {
      const time = new Date(Date.UTC(2026, 0, 31) + second * 1000).toISOString();
      return { kind: 'add', time, tuple: [colour, 'round', 'open', ''], late: 0 };
    };
    for (let second = 0; second < 30; second++) await take(recordAt(second, second < 10 ? 'red' : 'blue'));
    await compactIn(memory.store, EVERYTHING);
    await take({ kind: 'removeAll', colour: 'red', late: 0 });
    await compactIn(memory.store, EVERYTHING);
    await take(recordAt(3, 'green'));
    const asked = { filter: {}, order: 'oldest first' as const, skip: 0, take: 6 };
    await expectLikeModel(list, model, asked);
    await expectLikeModel(list, model, { ...asked, to: new Date(Date.UTC(2026, 0, 31, 0, 0, 12)).toISOString() });
    await expectBucketsLikeModel(list, model, asked);
  });

  it('goes on without a side tree that lacks an entry', async () => {
    const { memory, model, list, take, compactIn } = listAndModel();
    const time = new Date(Date.UTC(2026, 0, 31)).toISOString();
    await take({ kind: 'add', time, tuple: ['red', 'round', 'open', ''], late: 0 });
    await compactIn(memory.store, EVERYTHING);
    const head = await memory.store.head();
    await memory.store.commit(head, { ...head, version: head.version + 1, sideTree: null }, null);
    await take({ kind: 'change', n: 0, tuple: ['red', 'round', 'done', ''], late: 0 });
    await compactIn(memory.store, EVERYTHING);
    expect((await memory.store.head()).sideTree).toBeUndefined();
    await expectLikeModel(list, model, { filter: { colour: 'red' }, order: 'newest first', skip: 0, take: 6 });
  });

  it('names the garbage of a large merge in several items, of which none is larger than the table allows', async () => {
    const list: ListDefinition = { ...LIST, sideTree: { by: 'words' } };
    const { memory, compactIn } = listAndModel(list);
    const time = new Date(Date.UTC(2026, 0, 31)).toISOString();
    const words = (n: number) => Array.from({ length: 20 }, (_, word) => `w${n}-${word}`).join(' ');
    const entries = Array.from({ length: 500 }, (_, n) => ({ id: uuid(n), time, plus: ['red', '', '', words(n)] }));
    const sizes: number[][] = [];
    const store: ListStore = {
      ...memory.store,
      commitMerge: (head, next, merges) => {
        sizes.push(merges.map(({ garbage }) => JSON.stringify(garbage).length));
        return memory.store.commitMerge(head, next, merges);
      },
    };
    memory.append({ sk: '1', entries });
    await compactIn(store, EVERYTHING);
    memory.append({ sk: '2', entries: entries.map(({ plus, ...entry }) => ({ ...entry, minus: plus })) });
    await compactIn(store, EVERYTHING);
    expect(sizes.at(-1)?.length).toBeGreaterThan(1);
    expect(Math.max(...sizes.flat())).toBeLessThan(390_000);
    expect([...memory.items.keys()]).toEqual([]);
    expect([...memory.merges.keys()]).toEqual([]);
  });

  it('tells a search the keys of its matches without their places', async () => {
    const { memory, list, take, compactIn } = listAndModel();
    const time = new Date(Date.UTC(2026, 0, 31)).toISOString();
    for (let n = 0; n < 12; n++) await take({ kind: 'add', time, tuple: ['red', 'round', 'open', ''], late: 0 });
    await compactIn(memory.store, EVERYTHING);
    const seen: string[] = [];
    await list.search({ filter: { colour: 'red' } }, 'newest first', 20, async (found) => {
      seen.push(...found.map(({ key }) => key.slice(0, time.length)));
      return false;
    });
    expect(new Set(seen)).toEqual(new Set([time]));
  });
});

/** The sort keys of all nodes to which the roots lead. */
async function itemsInTrees(store: ListStore, definition: ListDefinition): Promise<Set<string>> {
  const { root, sideTree, runs: left } = await store.head();
  const reached = new Set(left);
  async function walk(slices: readonly string[], level: number, name: string): Promise<void> {
    if (level === 0) {
      reached.add(listSk.leaf(name));
      return;
    }
    for (const each of slices) reached.add(listSk.slice(name, each));
    if (level === 1) reached.add(listSk.terms(name));
    const [first = ''] = slices;
    const [body = new Uint8Array()] = (await store.item(listSk.slice(name, first), 'strong')) ?? [];
    for (const child of unpackSlice(body).children) await walk(slices, level - 1, child.name);
  }
  if (root !== null) await walk(allSlices(LIST), root.level, root.name);
  const side = definition.sideTree?.view ?? definition.views[0];
  if (sideTree) await walk(slicesOf(side), sideTree.level, sideTree.name);
  return reached;
}

/** The same store with a compaction before its nth call. Stale reads see `stale`, or the present head. */
function compactedAt(
  store: ListStore,
  call: number,
  stale: { readonly head: Head | undefined; readonly items: ReadonlyMap<string, readonly Uint8Array[]> },
  compacting: () => Promise<unknown>,
): ListStore {
  let calls = 0;
  const then = async <T>(read: () => Promise<T>): Promise<T> => {
    if (++calls === call) await compacting();
    return read();
  };
  return {
    ...store,
    head: (consistency) => then(async () => (consistency === 'stale' && stale.head) || store.head(consistency)),
    tail: () => then(store.tail),
    items: (sks) => then(async () => new Map([...stale.items].filter(([sk]) => sks.includes(sk)))),
    beginning: (prefix) => then(async () => new Map([...stale.items].filter(([sk]) => sk.startsWith(prefix)))),
    item: (sk, consistency) =>
      then(async () => (consistency === 'strong' ? store.item(sk, consistency) : (stale.items.get(sk) ?? null))),
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
    cache: store.cache,
    head: (consistency) => dying(() => store.head(consistency)),
    tail: (limit) => dying(() => store.tail(limit)),
    items: (sks) => dying(() => store.items(sks)),
    beginning: (prefix) => dying(() => store.beginning(prefix)),
    item: (sk, consistency) => dying(() => store.item(sk, consistency)),
    commit: (read, next, run) => dying(() => store.commit(read, next, run)),
    forget: (head) => dying(() => store.forget(head)),
    put: (items) => dying(() => store.put(items)),
    drop: (sks) => dying(() => store.drop(sks)),
    merges: () => dying(store.merges),
    begin: (merge) => dying(() => store.begin(merge)),
    abandon: (merge) => dying(() => store.abandon(merge)),
    commitMerge: (read, next, merges) => dying(() => store.commitMerge(read, next, merges)),
    nodesOf: (merge) => dying(() => store.nodesOf(merge)),
  };
}
