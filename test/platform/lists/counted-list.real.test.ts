import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { openTable } from '../../../lib/platform/table/table.ts';
import { testDeps } from '../../support/deps.ts';
import { pausing } from '../../support/pause.ts';
import { runs } from '../../support/sample.ts';
import { dynamoDb, makeTable } from '../../support/table.ts';
import { EVERYTHING, expectBucketsLikeModel, expectLikeModel, ListModel, query, step } from './list-model.ts';
import { compactIn, storedList, storeOf } from './stored-list.ts';

const LEASE_SECONDS = 11 * 60;

describe('A counted list in the table', () => {
  it('answers every query like a plain array after each write, repetition, change, removal, compaction', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(step, fc.array(query, { minLength: 1, maxLength: 2 })), { minLength: 20, maxLength: 60 }),
        async (steps) => {
          const model = new ListModel();
          const { list, take } = storedList(await makeTable(), model);
          for (const [taken, queries] of steps) {
            await take(taken);
            for (const asked of queries) await expectLikeModel(list, model, asked);
            for (const asked of queries.slice(0, 1)) await expectBucketsLikeModel(list, model, asked);
          }
        },
      ),
      { numRuns: runs(3, 200) },
    );
  });

  /*
   * A compactor stops before one of its calls. Meanwhile records change and a second compactor runs, which
   * may find that the lease of the first has ended. Then the first
   * compactor goes on. Readers compare the list with the model before, between and after.
   */
  it('answers like a plain array while two compactors interleave at any call', async () => {
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
