import { beforeAll, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import * as z from 'zod';
import { metKeys } from '../../lib/platform/table/met-keys.ts';
import { openTable, queryPrefix, type Table } from '../../lib/platform/table/table.ts';
import { write } from '../../lib/platform/table/write.ts';
import { metBefore } from '../../lib/transactions/met-before.ts';
import type { StoredTransaction } from '../../lib/transactions/schema.ts';
import { testDeps } from '../support/deps.ts';
import { organisationItems } from '../support/organisation-items.ts';
import { quiet } from '../support/quiet.ts';
import { aTokenTransfer, aTransfer, blockHash } from '../support/records.ts';
import { makeScenario, RECEIVER, type Scenario, SENDER } from '../support/scenario.ts';
import { makeTable } from '../support/table.ts';

quiet();

const [A, B] = [blockHash('a'), blockHash('b')];
const OTHER = '0xde709f2102306220921060314715629080e2fb77';
const PAYS = { from: SENDER, direction: 'outbound' } as const;
let table: Table;
beforeAll(async () => {
  table = await makeTable();
});

/** A wallet whose rule tells of each new counterparty. */
async function stage() {
  const scenario = await makeScenario(testDeps(table));
  await scenario.makeRule({ conditions: { first_time: true }, cooldownMinutes: 0 });
  return scenario;
}

/** The transactions that made alerts which stand. */
const told = async (scenario: Scenario): Promise<string[]> =>
  (await scenario.events()).flatMap(({ retractedAt, transactionId }) => (retractedAt === null ? [transactionId] : []));

const evaluateAll = async (scenario: Scenario, records: readonly StoredTransaction[]) => {
  for (const record of records) await scenario.evaluate(record);
};

/** Makes a scenario as if an earlier version had made its records: without the items of this version. */
async function forget({ organisation }: Scenario) {
  const items = await organisationItems(table, organisation, 'MET', z.object({ pk: z.string(), sk: z.string() }));
  for (const key of items) await write(table, { delete: key });
}

it('Two records of one block give one first, whichever is evaluated first', async () => {
  for (const order of [(all: StoredTransaction[]) => all, (all: StoredTransaction[]) => all.toReversed()]) {
    const scenario = await stage();
    const records = [await scenario.sight(1, A), await scenario.sight(2, A)];
    await evaluateAll(scenario, order(records));
    expect(await told(scenario)).toEqual([records[0]?.id]);
  }
});

it('Evaluations at once give one first, and a redelivery none', async () => {
  const scenario = await stage();
  const records = await Promise.all([1, 2, 3, 4].map((n) => scenario.sight(n, A)));
  await Promise.all(records.map((record) => scenario.evaluate(record)));
  expect(await told(scenario)).toHaveLength(1);
  const again = await scenario.sight(1, A);
  await scenario.evaluate(again);
  expect(await told(scenario)).toHaveLength(1);
});

it('Each direction has a first', async () => {
  const scenario = await stage();
  const paid = await scenario.sight(1, A);
  const got = await scenario.sight(2, A, { transfers: [aTransfer({ from: RECEIVER, to: SENDER })] });
  const gotAgain = await scenario.sight(3, A, { transfers: [aTransfer({ from: RECEIVER, to: SENDER })] });
  await evaluateAll(scenario, [paid, got, gotAgain]);
  expect((await told(scenario)).sort()).toEqual([paid.id, got.id].sort());
});

it('A first that is orphaned frees its place for the next, and stays second when it returns', async () => {
  const scenario = await stage();
  const first = await scenario.sight(1, A);
  await scenario.evaluate(first);
  await scenario.orphan(first);
  expect(await told(scenario)).toEqual([]);
  const next = await scenario.sight(2, B);
  await scenario.evaluate(next);
  const returned = await scenario.sight(1, B);
  await scenario.evaluate(returned);
  expect(await told(scenario)).toEqual([next.id]);
});

it('A first that returns before another is the first again', async () => {
  const scenario = await stage();
  const first = await scenario.sight(1, A);
  await scenario.evaluate(first);
  await scenario.orphan(first);
  const returned = await scenario.sight(1, B);
  const next = await scenario.sight(2, B);
  await evaluateAll(scenario, [next, returned]);
  expect(await told(scenario)).toEqual([first.id]);
});

it('What a stranger can send for nothing makes nobody known', async () => {
  const scenario = await stage();
  const received = { from: RECEIVER, to: SENDER } as const;
  const spam = [
    aTokenTransfer({ ...received, amount: '0', valueUsd: '0' }),
    aTokenTransfer({ ...received, asset: 'SPAM', tokenAddress: OTHER, amount: '1000000' }),
    aTransfer({ ...received, amount: '0.0001' }),
    aTokenTransfer({ ...PAYS, to: RECEIVER, asset: 'SPAM', tokenAddress: OTHER, amount: '50000' }),
  ];
  let n = 0;
  for (const transfer of spam) await scenario.sight(++n, A, { transfers: [transfer], unsigned: true });
  const got = await scenario.sight(10, A, { transfers: [aTransfer(received)], unsigned: true });
  const paid = await scenario.sight(11, A);
  await evaluateAll(scenario, [got, paid]);
  expect((await told(scenario)).sort()).toEqual([got.id, paid.id].sort());
});

it('Records from before count: on the first day, only a new counterparty is new', async () => {
  const deps = testDeps(table);
  const scenario = await makeScenario(deps);
  await scenario.sight(1, A, { blockTimestamp: '2026-02-01T11:00:00.000Z' });
  await forget(scenario);
  deps.advance(86_400);
  await scenario.makeRule({ conditions: { first_time: true }, cooldownMinutes: 0 });
  const sight = (n: number, more: object) =>
    scenario.sight(n, B, { blockTimestamp: '2026-03-02T11:00:00.000Z', ...more });
  const known = await sight(2, {});
  const unknown = await sight(3, { transfers: [aTransfer({ ...PAYS, to: OTHER })] });
  await evaluateAll(scenario, [known, unknown]);
  expect(await told(scenario)).toEqual([unknown.id]);
  await scenario.evaluate(await sight(4, {}));
  expect(await told(scenario)).toEqual([unknown.id]);
});

it('The firsts are those of a naive look at all records, in the order in which they were made', async () => {
  const ends = [RECEIVER, OTHER];
  const move = fc.record({ end: fc.constantFrom(...ends), isOut: fc.boolean(), isRepeated: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(move, { maxLength: 8 }), async (moves) => {
      const scenario = await stage();
      const seen = new Set<string>();
      const expected: string[] = [];
      for (const [n, { end, isOut, isRepeated }] of moves.entries()) {
        const transfer = isOut ? { ...PAYS, to: end } : { from: end, to: SENDER };
        const record = await scenario.sight(n, A, { transfers: [aTransfer(transfer)] });
        await scenario.evaluate(record);
        if (isRepeated) await scenario.evaluate(await scenario.sight(n, A, { transfers: [aTransfer(transfer)] }));
        if (!seen.has(`${isOut} ${end}`)) expected.push(record.id);
        seen.add(`${isOut} ${end}`);
      }
      expect((await told(scenario)).sort()).toEqual(expected.sort());
    }),
    { numRuns: 15 },
  );
});

it('An organisation that begins with this version never searches its records', async () => {
  const scenario = await stage();
  await scenario.sight(1, A);
  const { pk, sk } = metKeys.since(scenario.organisation);
  const [since] = await queryPrefix(table, pk, sk, z.object({ hasOlder: z.boolean() }));
  expect(since).toEqual({ hasOlder: false });
});

it('A place that another process freed is taken by a payment that comes some minutes later', async () => {
  const scenario = await makeScenario(testDeps(table));
  const first = await scenario.sight(1, A);
  await metBefore(openTable(table.name, table.client)).free(scenario.organisation, first);
  await scenario.sight(2, B);
  const now = performance.now.bind(performance);
  // The clock stays ahead, because the limits of the table would wait for it. This test is the last.
  jest.spyOn(performance, 'now').mockImplementation(() => now() + 600_000);
  await scenario.sight(3, B);
  await scenario.makeRule({ conditions: { first_time: true }, cooldownMinutes: 0 });
  await scenario.evaluate(await scenario.sight(4, B));
  expect(await told(scenario)).toEqual([]);
});
