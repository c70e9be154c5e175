import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Table } from '../../lib/platform/table/table.ts';
import { settled } from '../support/concurrent.ts';
import { type TestDeps, testDeps } from '../support/deps.ts';
import { quiet } from '../support/quiet.ts';
import { aStoredTransaction, uuid } from '../support/records.ts';
import { makeScenario, type Scenario } from '../support/scenario.ts';
import { makeTable } from '../support/table.ts';

quiet();

let table: Table;
let deps: TestDeps;
let scenario: Scenario;
let transactions: Scenario['evaluation']['transactions'];
beforeAll(async () => {
  table = await makeTable();
});
beforeEach(async () => {
  deps = testDeps(table);
  scenario = await makeScenario(deps);
  ({ transactions } = scenario.evaluation);
});

describe('recording a transaction', () => {
  it('keeps every given field', async () => {
    const transaction = aStoredTransaction({ id: deps.newId(), tags: ['Zoë 🐋'], tokenAmount: '0.000000000000000001' });
    expect(await transactions.record(scenario.organisation, transaction)).toEqual({ created: true, transaction });
    expect(await transactions.get(scenario.organisation, transaction.id)).toEqual(transaction);
  });

  it('writes an outbox entry that stays until the evaluation', async () => {
    const { id } = await scenario.record(1);
    expect(await scenario.isPending(id)).toBe(true);
    await scenario.endEvaluation(id);
    expect(await scenario.isPending(id)).toBe(false);
  });

  it('returns the existing record for the same id and writes no second outbox entry', async () => {
    const first = await scenario.record(1);
    await scenario.endEvaluation(first.id);
    const again = await transactions.record(scenario.organisation, {
      ...first,
      tokenAmount: '2',
      createdAt: '2027-01-01T00:00:00.000Z',
    });
    expect(again).toEqual({ created: false, transaction: first });
    expect(await scenario.isPending(first.id)).toBe(false);
  });
});

describe('annotating a transaction', () => {
  it('replaces only the given fields', async () => {
    const transaction = await scenario.record(1);
    const annotate = (change: object) => transactions.annotate(scenario.organisation, transaction.id, change);
    await annotate({ notes: 'Payroll' });
    expect(await annotate({ tags: ['march'] })).toEqual({
      ...transaction,
      notes: 'Payroll',
      tags: ['march'],
      revision: 2,
    });
    expect(await annotate({ tags: [] })).toEqual({ ...transaction, notes: 'Payroll', revision: 3 });
  });

  it('keeps notes and tags that are set at the same time', async () => {
    const { id } = await scenario.record(1);
    await settled(2, (i) =>
      transactions.annotate(scenario.organisation, id, i === 0 ? { notes: 'a' } : { tags: ['b'] }),
    );
    expect(await transactions.get(scenario.organisation, id)).toMatchObject({ notes: 'a', tags: ['b'] });
  });

  it('creates no record for a missing transaction', async () => {
    await expect(transactions.annotate(scenario.organisation, uuid(9), { notes: 'a' })).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await transactions.find(scenario.organisation, uuid(9))).toBeNull();
  });
});

describe('the records of a hash', () => {
  it('contain one record per wallet of the transaction', async () => {
    const other = await scenario.makeWallet({ label: 'Other', address: `0x${'1'.repeat(40)}`, chains: ['ethereum'] });
    const records = [await scenario.record(1), await scenario.record(1, { walletId: other.id })];
    await scenario.record(2);
    const found = await transactions.byHash(scenario.organisation, records[0]?.hash ?? '');
    expect(found.map(({ id }) => id).sort()).toEqual(records.map(({ id }) => id).sort());
  });
});
