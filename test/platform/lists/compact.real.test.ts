import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ListFilter } from '../../../lib/platform/lists/filter.ts';
import { openTable } from '../../../lib/platform/table/table.ts';
import { testDeps } from '../../support/deps.ts';
import { Faults, type Plan } from '../../support/faults.ts';
import { pausing } from '../../support/pause.ts';
import { runs } from '../../support/sample.ts';
import { sweep } from '../../support/sweep.ts';
import { dynamoDb, makeTable } from '../../support/table.ts';
import {
  EVERYTHING,
  expectBucketsLikeModel,
  expectLikeModel,
  ListModel,
  query,
  SMALL,
  type Step,
  step,
} from './list-model.ts';
import { compactIn, storedList, storeOf } from './stored-list.ts';

const LEASE_SECONDS = 11 * 60;
const isWrite = ({ kind }: Step): boolean => kind !== 'compact';
const before = [
  ...fc.sample(step, { numRuns: 30, seed: 3 }),
  ...fc.sample(step, { numRuns: 12, seed: 6 }).filter(isWrite),
];
const between = fc.sample(step, { numRuns: 6, seed: 4 }).filter(isWrite);
const queries = fc.sample(query, { numRuns: 6, seed: 5 });

describe('A compactor', () => {
  /*
   * The compactor fails at one of its calls. Readers see the same list before and after, records go on changing, and
   * the next compactor finishes.
   */
  it.each(['before', 'after'] as const)('may die at any call: %s the call takes effect', async (fails) => {
    const faults = new Faults();
    const calls = await sweep(faults, { fails, process: 'dies' }, 2, async (plan: Plan) => {
      const model = new ListModel();
      const table = await makeTable();
      const { list, take } = storedList(table, model);
      const check = async () => {
        for (const asked of queries) await expectLikeModel(list, model, asked);
      };
      for (const taken of before) await take(taken);
      faults.arm(plan);
      await faults.process(() => compactIn(openTable(table.name, faults.over(dynamoDb())), SMALL));
      await check();
      for (const taken of between) await take(taken);
      await check();
      const later = testDeps(table);
      later.advance(LEASE_SECONDS);
      await compactIn(table, EVERYTHING, later);
      expect(await storeOf(table).tail()).toEqual([]);
      await check();
    });
    expect(calls).toEqual(
      expect.arrayContaining(['TransactWriteItemsCommand', 'BatchWriteItemCommand', 'UpdateItemCommand']),
    );
  });

  /*
   * A writer changes a facet of every record again and again, and adds records. Two compactors run without a pause.
   * Readers start at any moment. The changed facet never changes a total, and a record counts from the moment its
   * write is answered.
   */
  it('runs beside readers, writers and another compactor, and no reader sees a wrong total', async () => {
    const table = await makeTable();
    const model = new ListModel();
    const { list, take, write } = storedList(table, model);
    let begun = 0;
    let written = 0;
    let isWriting = true;
    let compactions = 0;
    const reads = new Map<ListFilter, number>();
    // The writer waits for the others, however slow the machine is.
    const isEnough = () => compactions > 5 && filters.every((filter) => (reads.get(filter) ?? 0) > 10);
    const writer = async () => {
      for (let n = 0; n < runs(40, 150) || !isEnough(); n++) {
        const time = new Date(Date.UTC(2026, 0, 31) + (n % 17) * 1000).toISOString();
        begun++;
        await take({ kind: 'add', time, tuple: ['red', 'round', 'open', ''], late: 3 });
        written++;
        const state = n % 2 === 0 ? 'done' : 'open';
        const changes = model.take({ kind: 'change', n: n * 7, tuple: ['red', 'round', state, ''], late: 3 });
        for (const change of changes) await write(change);
      }
      isWriting = false;
    };
    const compactor = async () => {
      while (isWriting) if (await compactIn(table)) compactions++;
    };
    const reader = async (filter: ListFilter) => {
      while (isWriting) {
        const least = written;
        const { total, entries } = await list.page({ filter, order: 'oldest first', skip: 0, take: 1_000 });
        expect(total).toBeGreaterThanOrEqual(least);
        expect(total).toBeLessThanOrEqual(begun);
        expect(new Set(entries.map(({ key }) => key)).size).toBe(total);
        reads.set(filter, (reads.get(filter) ?? 0) + 1);
      }
    };
    const filters: ListFilter[] = [
      {},
      { colour: { in: ['red'] } },
      { shape: { in: ['round'] }, state: { in: ['open', 'done'] } },
    ];
    await Promise.all([writer(), compactor(), compactor(), ...filters.map(reader)]);
    for (const asked of queries) await expectLikeModel(list, model, asked);
  });

  /*
   * A compactor stops before one of its calls. Meanwhile records change and a second compactor runs, which may find
   * that the lease of the first has ended. Then the first compactor goes on. Readers compare the list with the model
   * before, between and after.
   */
  it('may interleave with another compactor at any call, and the list answers like a plain array', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 25, maxLength: 40 }),
        fc.array(step, { maxLength: 8 }),
        fc.array(query, { minLength: 2, maxLength: 3 }),
        fc.integer({ min: 1, max: 40 }),
        fc.boolean(),
        async (before, between, queries, call, isOver) => {
          const model = new ListModel();
          const table = await makeTable();
          const { list, take } = storedList(table, model);
          const check = async () => {
            for (const asked of queries) await expectLikeModel(list, model, asked);
            for (const asked of queries.slice(0, 1)) await expectBucketsLikeModel(list, model, asked);
          };
          for (const taken of before) await take(taken);
          const first = pausing(dynamoDb(), call);
          const { done } = await first.until(() => compactIn(openTable(table.name, first.client), EVERYTHING));
          await check();
          for (const taken of between) {
            await take(taken);
            await check();
          }
          const second = testDeps(table);
          if (isOver) second.advance(LEASE_SECONDS);
          await compactIn(table, EVERYTHING, second);
          await check();
          first.goOn();
          await done;
          await check();
          await compactIn(table, EVERYTHING);
          expect(await storeOf(table).tail()).toEqual([]);
          await check();
        },
      ),
      { numRuns: runs(4, 400) },
    );
  });
});
