import { beforeAll, describe, expect, it } from '@jest/globals';
import { noteLikeness } from '../../lib/address-book/book-likeness.ts';
import { entryIdOf } from '../../lib/address-book/known-addresses.ts';
import { likenessOf } from '../../lib/chains/likeness.ts';
import { addressBookKeys } from '../../lib/platform/table/address-book-keys.ts';
import type { Table } from '../../lib/platform/table/table.ts';
import { write } from '../../lib/platform/table/write.ts';
import type { Draft } from '../../lib/transactions/store.ts';
import { testDeps } from '../support/deps.ts';
import { quiet } from '../support/quiet.ts';
import { aTokenTransfer, aTransfer, blockHash } from '../support/records.ts';
import { makeScenario, RECEIVER, type Scenario, SENDER } from '../support/scenario.ts';
import { makeTable } from '../support/table.ts';

quiet();

const [A, B] = [blockHash('a'), blockHash('b')];
/** An address that looks like another: the same first four and last four characters. */
const fakeOf = (address: string, middle: string) =>
  `0x${address.slice(2, 6)}${middle.repeat(32)}${address.slice(-4)}`.toLowerCase();
const FAKE = fakeOf(RECEIVER, '7');
let table: Table;
beforeAll(async () => {
  table = await makeTable();
});

const poison = (from: string): Partial<Draft> => ({
  transfers: [aTokenTransfer({ from, to: SENDER, amount: '0', valueUsd: '0' })],
  unsigned: true,
});

async function addToBook({ organisation }: Scenario, address: string) {
  await noteLikeness(table, organisation, [{ family: 'evm', address }]);
  const key = addressBookKeys.entry(organisation, entryIdOf(organisation, address));
  await write(table, { put: { ...key, address, label: 'Exchange', lists: [] } });
}

describe('A counterparty that looks like a known address', () => {
  it('is marked after the wallet has paid the known address, also by a movement of nothing', async () => {
    const scenario = await makeScenario(testDeps(table));
    const before = await scenario.sight(1, A, poison(FAKE));
    await scenario.sight(2, A);
    const after = await scenario.sight(3, A, poison(FAKE));
    const genuine = await scenario.sight(4, A, poison(RECEIVER));
    const marks = [before, after, genuine].map(({ transfers }) => transfers[0]?.lookalike ?? null);
    expect(marks).toEqual([null, { of: RECEIVER, kind: 'paid' }, null]);
    const list = (lookalike: 'true' | 'false') =>
      scenario.evaluation.transactions.page(scenario.organisation, { lookalike }, { page: 1, pageSize: 10 });
    expect((await list('true')).data.map(({ id }) => id)).toEqual([after.id]);
    expect((await list('false')).meta.total).toBe(3);
  });

  it('is marked when the address book has the known address, and the known address never is', async () => {
    const scenario = await makeScenario(testDeps(table));
    await scenario.sight(1, A, { transfers: [aTransfer({ from: SENDER, to: FAKE, direction: 'outbound' })] });
    await addToBook(scenario, RECEIVER);
    const genuine = await scenario.sight(2, A);
    const again = await scenario.sight(3, A, {
      transfers: [aTransfer({ from: SENDER, to: FAKE, direction: 'outbound' })],
    });
    expect(genuine.transfers[0]?.lookalike ?? null).toBeNull();
    expect(again.transfers[0]?.lookalike).toEqual({ of: RECEIVER, kind: 'book' });
  });

  it('is not marked by a note whose entry does not exist', async () => {
    const scenario = await makeScenario(testDeps(table));
    await noteLikeness(table, scenario.organisation, [{ family: 'evm', address: RECEIVER }]);
    const record = await scenario.sight(1, A, poison(FAKE));
    expect(record.transfers[0]?.lookalike ?? null).toBeNull();
  });

  it('cannot become known by what strangers do', async () => {
    const scenario = await makeScenario(testDeps(table));
    const stated = aTokenTransfer({ from: SENDER, to: FAKE, direction: 'outbound', asset: 'FAKE', valueUsd: null });
    await scenario.sight(1, A, { transfers: [stated], unsigned: true });
    await scenario.sight(2, A, { transfers: [aTransfer({ from: FAKE, to: SENDER })], unsigned: true });
    const genuine = await scenario.sight(3, A);
    expect(genuine.transfers[0]?.lookalike ?? null).toBeNull();
  });

  it('stays marked when the same payment is recorded again and in another block', async () => {
    const scenario = await makeScenario(testDeps(table));
    await scenario.sight(1, A);
    const fooled = { transfers: [aTransfer({ from: SENDER, to: FAKE, direction: 'outbound' })] };
    const first = await scenario.sight(2, A, fooled);
    await scenario.sight(2, A, fooled);
    await scenario.orphan(first);
    const returned = await scenario.sight(2, B, fooled);
    expect(returned.transfers[0]?.lookalike).toEqual({ of: RECEIVER, kind: 'paid' });
  });

  it('brings a rule to fire, and keeps no other rule from firing', async () => {
    const scenario = await makeScenario(testDeps(table));
    const rule = await scenario.makeRule({ conditions: { lookalike: true, side: 'receives' }, cooldownMinutes: 0 });
    const any = await scenario.makeRule({ cooldownMinutes: 0 });
    await scenario.sight(1, A);
    const dust = { transfers: [aTransfer({ from: FAKE, to: SENDER, amount: '0.0001', valueUsd: '0.3' })] };
    const record = await scenario.sight(2, A, dust);
    await scenario.evaluate(record);
    expect((await scenario.events()).map(({ ruleId }) => ruleId).sort()).toEqual([rule.id, any.id].sort());
  });
});

it.each([
  ['ethereum', `0x${'ab12'}${'0'.repeat(32)}cd34`, 'ab12cd34'],
  ['xrp', 'rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN', 'DTXLBhmN'],
  ['solana', '4Nd1mYQtZJbYkV7rjoTwxJ2vY9XQmzoFfBbR8Q8VZ3gk', '4Nd1Z3gk'],
  ['foo', 'abcdefghij', 'abcdghij'],
])('On %s people compare %s by %s', (chain, address, likeness) => {
  expect(likenessOf(chain, address)).toBe(likeness);
});
