import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Table } from '../../lib/platform/table/table.ts';
import type { StoredTransaction } from '../../lib/transactions/schema.ts';
import { recordTransaction } from '../../lib/transactions/store.ts';
import { settled } from '../support/concurrent.ts';
import { type TestDeps, testDeps } from '../support/deps.ts';
import { quiet } from '../support/quiet.ts';
import { aDraft, aTransfer, blockHash, noPrices } from '../support/records.ts';
import { makeScenario, RECEIVER, type Scenario, SENDER } from '../support/scenario.ts';
import { makeTable } from '../support/table.ts';

quiet();

const [A, B, C] = [blockHash('a'), blockHash('b'), blockHash('c')];
/** The inclusion of the transaction in block B. */
const IN_B = { blockNumber: 19_000_001, blockTimestamp: '2026-03-01T11:00:12.000Z' };
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

const stored = ({ id }: Pick<StoredTransaction, 'id'>) => transactions.get(scenario.organisation, id);
const orphan = ({ id }: StoredTransaction, block = A) => transactions.orphan(scenario.organisation, id, block);
const listed = async (filters = {}) =>
  (await transactions.page(scenario.organisation, filters, { page: 1, pageSize: 100 })).data;
const outboxEntryOf = ({ id }: StoredTransaction) => transactions.pending(scenario.organisation, id);

describe('a transaction that the watcher finds', () => {
  it('is recorded with its block and an outbox entry', async () => {
    const transaction = await scenario.sight(1, A);
    expect(transaction).toMatchObject({ source: 'watch', blockHash: A, reorged: false, inclusion: 0 });
    expect(await stored(transaction)).toEqual(transaction);
    expect(await outboxEntryOf(transaction)).toMatchObject({ inclusion: 0, recordedAt: transaction.createdAt });
  });

  it('has no outbox entry when the caller asks for no evaluation', async () => {
    const recording = { ...scenario.recording, prices: noPrices };
    const draft = aDraft({ walletId: scenario.wallet.id });
    const { transaction } = await recordTransaction(recording, scenario.organisation, draft, { evaluate: false });
    expect(await stored(transaction)).toEqual(transaction);
    expect(await outboxEntryOf(transaction)).toBeNull();
  });

  it('stays unchanged when the watcher finds the transaction in the same block again', async () => {
    const first = await scenario.sight(1, A);
    deps.advance(60);
    expect(await scenario.sight(1, A, { tokenAmount: '2' })).toEqual(first);
    expect(await stored(first)).toEqual(first);
  });

  it('states the facts of an import, which keeps its id, its source and its time', async () => {
    const imported = await scenario.record(1, { blockNumber: 7 });
    const { id, createdAt } = imported;
    deps.advance(60);
    const found = await scenario.sight(1, A, IN_B);
    expect(found).toMatchObject({
      ...IN_B,
      id,
      createdAt,
      source: 'import',
      verified: true,
      blockHash: A,
      revision: 1,
    });
    expect(await stored(imported)).toEqual(found);
  });

  it('moves in every list with its block and is not evaluated again', async () => {
    const first = await scenario.sight(1, A);
    await scenario.endEvaluation(first.id);
    const between = await scenario.sight(2, A, { blockTimestamp: '2026-03-01T11:00:06.000Z' });
    await scenario.sight(1, B, { ...IN_B, txType: 'contract_call' });

    expect((await listed()).map(({ id }) => id)).toEqual([first.id, between.id]);
    expect(await listed({ txType: 'contract_call', walletId: scenario.wallet.id, from: IN_B.blockTimestamp })).toEqual([
      { ...first, ...IN_B, txType: 'contract_call', blockHash: B, revision: 1 },
    ]);
    expect(await outboxEntryOf(first)).toBeNull();
  });

  it('keeps its outbox entry when it moves before the evaluation', async () => {
    const first = await scenario.sight(1, A);
    const entry = await outboxEntryOf(first);
    await scenario.sight(1, B, IN_B);
    expect(await outboxEntryOf(first)).toEqual(entry);
  });
});

describe('orphaning a record', () => {
  it('marks the record, removes the record from the lists and deletes the outbox entry', async () => {
    const transaction = await scenario.sight(1, A);
    const other = await scenario.sight(2, A);
    const orphaned = { ...transaction, reorged: true, revision: 1 };
    expect(await orphan(transaction)).toEqual(orphaned);
    expect(await stored(transaction)).toEqual(orphaned);
    expect(await outboxEntryOf(transaction)).toBeNull();
    expect(await listed()).toEqual([other]);
    expect(await listed({ walletId: scenario.wallet.id, includeReorged: 'false' })).toEqual([other]);
    expect((await listed({ includeReorged: 'true' })).map(({ id }) => id).sort()).toEqual(
      [transaction.id, other.id].sort(),
    );
  });

  it('gives the same answer when the caller repeats the call', async () => {
    const transaction = await scenario.sight(1, A);
    const orphaned = await orphan(transaction);
    expect(await orphan(transaction)).toEqual(orphaned);
  });

  it('changes no record of another block, no record without a block, and no missing record', async () => {
    const [watched, imported] = [await scenario.sight(1, B), await scenario.record(2)];
    for (const transaction of [watched, imported]) {
      expect(await orphan(transaction)).toBeNull();
      expect(await stored(transaction)).toEqual(transaction);
    }
    expect(await orphan({ ...watched, id: deps.newId() })).toBeNull();
  });

  it('marks an imported record after the watcher found its block', async () => {
    const imported = await scenario.record(1);
    const found = await scenario.sight(1, A);
    expect(await orphan(imported)).toEqual({ ...found, reorged: true, revision: 2 });
  });

  it('keeps notes and tags', async () => {
    const transaction = await scenario.sight(1, A);
    await orphan(transaction);
    await transactions.annotate(scenario.organisation, transaction.id, { notes: 'Gone', tags: ['reorg'] });
    expect(await stored(transaction)).toMatchObject({ notes: 'Gone', tags: ['reorg'], reorged: true });
  });
});

describe('an orphaned record whose transaction the watcher finds again', () => {
  let first: StoredTransaction;
  beforeEach(async () => {
    first = await scenario.sight(1, A);
    await transactions.annotate(scenario.organisation, first.id, { notes: 'Payroll', tags: ['march'] });
    await orphan(first);
    deps.advance(12);
  });

  it('is in the lists again with the new block, the next inclusion, its notes and its tags', async () => {
    const revived = { ...first, ...IN_B, blockHash: B, inclusion: 1, notes: 'Payroll', tags: ['march'], revision: 3 };
    expect(await scenario.sight(1, B, IN_B)).toEqual(revived);
    expect(await listed()).toEqual([revived]);
  });

  it('has an outbox entry for its new inclusion', async () => {
    const at = deps.now().toISOString();
    await scenario.sight(1, B, IN_B);
    expect(await outboxEntryOf(first)).toMatchObject({ inclusion: 1, recordedAt: at });
    await transactions.evaluated(scenario.organisation, first.id, { inclusion: 0, recordedAt: at });
    expect(await outboxEntryOf(first)).toMatchObject({ inclusion: 1, recordedAt: at });
    await scenario.endEvaluation(first.id);
    expect(await outboxEntryOf(first)).toBeNull();
  });

  it('has an outbox entry even when the caller asks for no evaluation', async () => {
    const recording = { ...scenario.recording, prices: noPrices };
    const draft = aDraft({ walletId: scenario.wallet.id, hash: first.hash, blockHash: B });
    await recordTransaction(recording, scenario.organisation, draft, { evaluate: false });
    expect(await outboxEntryOf(first)).toMatchObject({ inclusion: 1 });
  });

  it('is revived once when several watchers find the transaction at once', async () => {
    await settled(10, () => scenario.sight(1, B, IN_B));
    expect(await stored(first)).toMatchObject({ inclusion: 1, reorged: false, blockHash: B });
  });

  it('keeps notes that a person writes at the same time', async () => {
    await settled(2, (i) =>
      i === 0 ? scenario.sight(1, B) : transactions.annotate(scenario.organisation, first.id, { notes: 'Back' }),
    );
    expect(await stored(first)).toMatchObject({ inclusion: 1, notes: 'Back' });
  });

  it('can be orphaned and found many times, each time by its current block', async () => {
    await scenario.sight(1, B);
    expect(await orphan(first, A)).toBeNull();
    expect(await orphan(first, B)).toMatchObject({ inclusion: 1, reorged: true });
    await scenario.sight(1, C);
    expect(await stored(first)).toMatchObject({ inclusion: 2, reorged: false, blockHash: C });
  });
});

describe('a record whose calls become known in a later scan', () => {
  const call = aTransfer({ amount: '100', direction: 'outbound', origin: 'call', from: SENDER, to: RECEIVER });

  it('is completed in place, and only rules that did not match before fire', async () => {
    const any = await scenario.makeRule({ cooldownMinutes: 0 });
    const large = await scenario.makeRule({
      ruleType: 'large_transfer',
      conditions: { value_usd: { gte: 100_000 } },
      cooldownMinutes: 0,
    });
    const first = await scenario.sight(1, A, { detail: 'logs' });
    await scenario.evaluate(first);
    deps.advance(60);
    const completed = await scenario.sight(1, A, { detail: 'full', transfers: [call] });
    expect(completed).toMatchObject({ id: first.id, detail: 'full', inclusion: 0 });
    expect(await scenario.isPending(first.id)).toBe(true);
    await scenario.evaluate(completed);
    const fired = (await scenario.events()).map(({ ruleId, retractedAt }) => ({ ruleId, retractedAt }));
    expect(fired).toHaveLength(2);
    expect(fired).toEqual(expect.arrayContaining([any, large].map(({ id }) => ({ ruleId: id, retractedAt: null }))));
  });

  it('keeps its new outbox entry when an evaluation of the earlier record ends', async () => {
    const first = await scenario.sight(1, A, { detail: 'logs' });
    const before = await transactions.pending(scenario.organisation, first.id);
    deps.advance(60);
    await scenario.sight(1, A, { detail: 'full', transfers: [call] });
    if (before === null) throw new Error('the record has no outbox entry');
    await transactions.evaluated(scenario.organisation, first.id, before);
    expect(await scenario.isPending(first.id)).toBe(true);
    await scenario.endEvaluation(first.id);
    expect(await scenario.isPending(first.id)).toBe(false);
  });
});
