import { expect } from '@jest/globals';
import fc from 'fast-check';
import type { CountedList, ListPageQuery, ListQuery } from '../../../lib/platform/lists/counted-list.ts';
import type { ListDefinition, Sizes, Tuple } from '../../../lib/platform/lists/definition.ts';
import { timeKey } from '../../../lib/platform/table/counted-list-keys.ts';
import { derivedId } from '../../../lib/values/ids.ts';

/** A list whose nodes are so small that a few records make several levels. No view counts the words. */
export const LIST: ListDefinition = {
  name: 'things',
  fields: ['colour', 'shape', 'state', 'words'],
  views: [
    { name: 'state', fields: ['state'] },
    { name: 'shape', fields: ['state', 'shape'], shards: { by: 'shape', count: 2 } },
    { name: 'all', fields: ['colour', 'shape', 'state'], shards: { by: 'colour', count: 2 } },
  ],
  terms: ['words'],
  sideTree: { by: 'colour', places: 3 },
};
/** The same list with side trees of other kinds. An entry with two words is in two places of a side tree by words. */
export const SIDE_TREES: readonly ListDefinition[] = [
  LIST,
  { ...LIST, sideTree: { by: 'colour', view: { name: 'side', fields: ['state', 'shape'] } } },
  { ...LIST, sideTree: { by: 'words', view: { name: 'side', fields: ['colour', 'shape', 'state'] } } },
  { ...LIST, sideTree: { by: 'words', places: 2 } },
];
export const SMALL: Sizes = { run: 4, runs: 3, leaf: 3, node: 3 };
/** Leaves no change outside the tree. */
export const EVERYTHING: Sizes = { ...SMALL, run: 1, runs: 1 };

/** Long after every test, so that a compactor ends because the list is short. */
export const FOREVER = new Date('2099-01-01T00:00:00.000Z');

const COLOURS = ['red', 'green', 'blue', ''];
const SHAPES = ['round', 'square', 'a "quoted" one'];
const STATES = ['open', 'done'];
const WORDS = ['', 'big', 'big old', 'old', 'a big old', 'a'];

/** What happens to a list. `n` chooses a record. `late` delays a change behind later changes, as a wrong clock does. */
export type Step =
  | { readonly kind: 'add'; readonly time: string; readonly tuple: Tuple; readonly late: number }
  | { readonly kind: 'change'; readonly n: number; readonly tuple: Tuple; readonly late: number }
  | { readonly kind: 'remove'; readonly n: number; readonly late: number }
  /** Removes all records of a colour, so that whole nodes become empty. */
  | { readonly kind: 'removeAll'; readonly colour: string; readonly late: number }
  | { readonly kind: 'compact' };

const tuple = fc.tuple(
  fc.constantFrom(...COLOURS),
  fc.constantFrom(...SHAPES),
  fc.constantFrom(...STATES),
  fc.constantFrom(...WORDS),
);
const START = Date.UTC(2026, 0, 31);
const at = (second: number): string => new Date(START + second * 1000).toISOString();
const secondOf = (instant: string): number => (Date.parse(instant) - START) / 1000;
const time = fc.integer({ min: 0, max: 30 }).map(at);
const late = fc.integer({ min: 0, max: 5 });
const n = fc.nat({ max: 50 });

export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 18, arbitrary: fc.record({ kind: fc.constant('add' as const), time, tuple, late }) },
  { weight: 9, arbitrary: fc.record({ kind: fc.constant('change' as const), n, tuple, late }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('remove' as const), n, late }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('removeAll' as const), colour: fc.constantFrom(...COLOURS), late }),
  },
  { weight: 9, arbitrary: fc.constant({ kind: 'compact' as const }) },
);

const condition = (values: readonly string[]) =>
  fc.oneof(
    fc.constantFrom(...values, undefined),
    fc.record({ in: fc.subarray([...values], { minLength: 1 }) }),
    fc.record({ notIn: fc.subarray([...values]) }),
  );
/** A word that an entry must have: no count answers this condition. */
const words = fc.oneof(
  fc.record({ has: fc.constantFrom('big', 'old', 'new') }),
  fc.constantFrom('big', 'old').map((word) => ({ test: (value: string) => value.split(' ').includes(word) })),
);
const filter = fc.record(
  { colour: condition(COLOURS), shape: condition(SHAPES), state: condition(STATES), words },
  { requiredKeys: [] },
);
export const query: fc.Arbitrary<ListPageQuery> = fc.record(
  {
    filter,
    from: time,
    to: time,
    order: fc.constantFrom('newest first' as const, 'oldest first' as const),
    skip: fc.nat({ max: 12 }),
    take: fc.integer({ min: 1, max: 6 }),
  },
  { requiredKeys: ['filter', 'order', 'skip', 'take'] },
);

interface ModelRecord {
  readonly id: string;
  readonly time: string;
  readonly tuple: Tuple;
}

/** The change of the tail that a step makes. */
export interface ModelChange {
  readonly id: string;
  readonly time: string;
  readonly minus?: Tuple;
  readonly plus?: Tuple;
}

/** A list in the plainest way: its records in an array. */
export class ListModel {
  readonly records: ModelRecord[] = [];
  #made = 0;

  /** Takes a step. The changes of the records. */
  take(taken: Step): ModelChange[] {
    if (taken.kind === 'compact') return [];
    if (taken.kind === 'add') {
      const record = { id: derivedId('model', String(this.#made++)), time: taken.time, tuple: taken.tuple };
      this.records.push(record);
      return [{ id: record.id, time: record.time, plus: record.tuple }];
    }
    if (taken.kind === 'removeAll') {
      const removed = this.records.filter(({ tuple: [colour] }) => colour === taken.colour);
      for (const record of removed) this.records.splice(this.records.indexOf(record), 1);
      return removed.map(({ id, time: at, tuple: minus }) => ({ id, time: at, minus }));
    }
    const place = taken.n % Math.max(1, this.records.length);
    const record = this.records[place];
    if (record === undefined) return [];
    const { id, time: at, tuple: minus } = record;
    if (taken.kind === 'remove') this.records.splice(place, 1);
    else this.records[place] = { id, time: at, tuple: taken.tuple };
    return [{ id, time: at, minus, plus: taken.kind === 'remove' ? undefined : taken.tuple }];
  }

  /** The matching records. */
  within({ filter: conditions, from = '', to = '9' }: ListQuery): ModelRecord[] {
    return this.records.filter(
      ({ time: at, tuple: values }) =>
        at >= from &&
        at <= to &&
        LIST.fields.every((name, place) => {
          const condition = conditions[name];
          const value = values[place] ?? '';
          if (condition === undefined) return true;
          if (typeof condition === 'string') return value === condition;
          if ('test' in condition) return condition.test(value);
          if ('has' in condition) return value.split(' ').includes(condition.has);
          return 'in' in condition ? condition.in.includes(value) : !condition.notIn.includes(value);
        }),
    );
  }

  /** The keys of the matching records, oldest first. */
  matching(asked: ListQuery): string[] {
    return this.within(asked)
      .map(({ time: at, id }) => timeKey(at, id))
      .sort();
  }
}

/** A page as the keys of its entries. */
async function pageOf(list: CountedList, asked: ListPageQuery): Promise<{ total: number; keys: string[] }> {
  const { total, entries } = await list.page(asked);
  return { total, keys: entries.map(({ key }) => key) };
}

/** Compares the answers of a list with the model: the page, the pages after it by cursor, and the total. */
export async function expectLikeModel(list: CountedList, model: ListModel, asked: ListPageQuery): Promise<void> {
  const wanted = model.matching(asked);
  const ordered = asked.order === 'newest first' ? wanted.toReversed() : wanted;
  const { total, keys } = await pageOf(list, asked);
  const page = ordered.slice(asked.skip, asked.skip + asked.take);
  expect({ total, keys }).toEqual({ total: wanted.length, keys: page });
  expect(await list.count(asked)).toBe(wanted.length);
  const after = page.at(-1);
  if (after === undefined) return;
  const next = await pageOf(list, { ...asked, skip: 0, after });
  const place = ordered.indexOf(after) + 1;
  expect(next).toEqual({ total: wanted.length, keys: ordered.slice(place, place + asked.take) });
}

/** Compares the counts of five-second buckets, by shape, with the totals of the model. */
export async function expectBucketsLikeModel(list: CountedList, model: ListModel, asked: ListQuery): Promise<void> {
  const { filter } = asked;
  const [from = at(0), to = at(30)] = [asked.from, asked.to].filter((each) => each !== undefined).sort();
  const first = Math.floor(secondOf(from) / 5) * 5;
  const starts = [0, 5, 10, 15, 20, 25, 30].map((n) => first + n).filter((second) => at(second) <= to);
  const buckets = await list.buckets({ filter, from, to }, ['shape'], starts.map(at));
  const wanted = starts.map((start) => {
    const inside = model
      .within({ filter, from, to })
      .filter(({ time: when }) => secondOf(when) >= start && secondOf(when) < start + 5);
    return SHAPES.map((shape) => inside.filter(({ tuple: values }) => values[1] === shape).length);
  });
  expect(buckets.map((counts) => SHAPES.map((shape) => counts.get(shape) ?? 0))).toEqual(wanted);
}
