import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { memoryList } from '../../../bench/memory-list.ts';
import { compact } from '../../../lib/platform/lists/compact.ts';
import { countedList } from '../../../lib/platform/lists/counted-list.ts';
import { united } from '../../../lib/platform/lists/united.ts';
import { uuid } from '../../support/records.ts';
import { runs } from '../../support/sample.ts';
import {
  expectBucketsLikeModel,
  expectLikeModel,
  FOREVER,
  LIST,
  ListModel,
  type ModelChange,
  query,
  SMALL,
  step,
} from './list-model.ts';

const COLOURS = ['red', 'green', 'blue', ''];

/** A list of each colour in memory, and one model of them all. */
function listsAndModel() {
  const model = new ListModel();
  const lists = new Map(COLOURS.map((colour) => [colour, memoryList()]));
  let made = 0;
  const clock = { now: () => new Date(Date.UTC(2026, 0, 31)), newId: () => uuid(made++) };
  const append = (colour: string | undefined, entry: ModelChange) =>
    lists.get(colour ?? '')?.append({ sk: `${String(made).padStart(6, '0')}#${made++}`, entries: [entry] });
  return {
    model,
    of: (colours: readonly string[]) =>
      united(
        colours.flatMap((colour) => {
          const memory = lists.get(colour);
          return memory === undefined ? [] : [countedList(LIST, memory.store)];
        }),
      ),
    /** A record that gets another colour leaves one list and comes into another. */
    change({ minus, plus, ...record }: ModelChange): void {
      if (minus !== undefined) append(minus[0], { ...record, minus });
      if (plus !== undefined) append(plus[0], { ...record, plus });
    },
    async compact(): Promise<void> {
      for (const { store } of lists.values()) await compact(LIST, store, clock, { until: FOREVER, sizes: SMALL });
    },
  };
}

const colours = fc.subarray(COLOURS);

it('Lists read as one answer every query like a plain array, and a walk yields each match once in steps', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 10, maxLength: 80 }),
      fc.array(fc.record({ asked: query, colours, size: fc.integer({ min: 1, max: 7 }) }), { minLength: 1 }),
      async (steps, queries) => {
        const { model, of, change, compact: compactAll } = listsAndModel();
        for (const taken of steps) {
          if (taken.kind === 'compact') await compactAll();
          for (const made of model.take(taken)) change(made);
        }
        for (const { asked, colours: some, size } of queries) {
          const filter = { ...asked.filter, colour: { in: some } };
          await expectLikeModel(of(some), model, { ...asked, filter });
          await expectBucketsLikeModel(of(some), model, { ...asked, filter });
          const walked: string[][] = [];
          for await (const entries of of(some).all({ ...asked, filter }, asked.order, size)) {
            walked.push(entries.map(({ key }) => key));
          }
          const wanted = model.matching({ ...asked, filter });
          expect(walked.flat()).toEqual(asked.order === 'newest first' ? wanted.toReversed() : wanted);
          expect(walked.slice(0, -1).every(({ length }) => length === size)).toBe(true);
        }
      },
    ),
    { numRuns: runs(20, 500) },
  );
});

it('A page of several lists ends at entry 10,000, because each list reads all entries before it', async () => {
  const { of } = listsAndModel();
  const asked = { filter: {}, order: 'newest first', take: 100 } as const;
  expect(await of(['red', 'blue']).page({ ...asked, skip: 9_900 })).toEqual({ total: 0, entries: [] });
  await expect(of(['red', 'blue']).page({ ...asked, skip: 9_901 })).rejects.toMatchObject({
    errors: [{ path: 'page' }],
  });
});
