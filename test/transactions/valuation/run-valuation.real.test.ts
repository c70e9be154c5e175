import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { evaluateTransaction } from '../../../lib/alerts/evaluation/evaluate-transaction.ts';
import { evaluationDeps } from '../../../lib/alerts/evaluation/evaluation-wiring.ts';
import { channels } from '../../../lib/channels/index.ts';
import { suspensionRepo } from '../../../lib/organisations/suspension/repo.ts';
import { openTable, type Table } from '../../../lib/platform/table/table.ts';
import { lateValues } from '../../../lib/transactions/late-values.ts';
import type { StoredTransaction } from '../../../lib/transactions/schema.ts';
import type { Draft } from '../../../lib/transactions/store.ts';
import { type TestDeps, testDeps } from '../../support/deps.ts';
import { countEntries } from '../../support/due.ts';
import { pausing } from '../../support/pause.ts';
import { quiet } from '../../support/quiet.ts';
import { aTokenTransfer, aTransfer, blockHash } from '../../support/records.ts';
import { makeScenario, RECEIVER, type Scenario, SENDER } from '../../support/scenario.ts';
import { dynamoDb, makeTable } from '../../support/table.ts';
import { priceDesk } from './price-desk.ts';
import { valueSimulation } from './value-simulation.ts';

quiet();

const [A, B] = [blockHash('a'), blockHash('b')];
const LARGE = { ruleType: 'large_transfer', conditions: { value_usd: { gte: 1000 } }, cooldownMinutes: 0 };
const out = { from: SENDER, to: RECEIVER, direction: 'outbound' } as const;
const eth = aTransfer(out);
const usdc = aTokenTransfer(out);

let table: Table;
let deps: TestDeps;
let scenario: Scenario;
let desk: ReturnType<typeof priceDesk>;
let simulation: ReturnType<typeof valueSimulation>;
beforeAll(async () => {
  table = await makeTable();
});
beforeEach(async () => {
  deps = testDeps(table);
  desk = priceDesk({ ETH: '3000', USDC: '1' });
  scenario = await makeScenario(deps, channels, desk);
  simulation = valueSimulation({ deps, scenario, prices: desk });
});

/** Records the nth transaction while the prices are as the test set them. */
const sight = (n: number, more: Partial<Draft> = {}, block = A): Promise<StoredTransaction> =>
  scenario.sight(n, block, more);
const stored = ({ id }: Pick<StoredTransaction, 'id'>) =>
  scenario.evaluation.transactions.get(scenario.organisation, id);
const fired = async () =>
  (await scenario.events()).map(({ ruleId, transaction: { valueUsd } }) => ({ ruleId, valueUsd }));
const minutes = async (count: number) => {
  for (let n = 0; n < count; n++) await simulation.minute();
};

describe('a bad minute of the price source', () => {
  it('delays large_transfer, and does not silence it', async () => {
    const { id: ruleId } = await scenario.makeRule(LARGE);
    desk.fail();
    const record = await sight(1);
    await simulation.stream();
    expect(record).toMatchObject({ valueUsd: null, valueStatus: 'pending' });
    expect(await fired()).toEqual([]);
    const delayedSince = () => lateValues(deps).delayedSince(scenario.organisation, 'ethereum');
    expect(await delayedSince()).toBe(record.createdAt);

    desk.recover();
    await minutes(2);
    expect(await stored(record)).toMatchObject({ valueUsd: '3000', valueStatus: 'known' });
    expect(await fired()).toEqual([{ ruleId, valueUsd: '3000' }]);
    expect(await delayedSince()).toBeNull();
    expect(await countEntries(table, ['VALUE', 'EVALUATION'])).toBe(0);
  });

  it('delays no rule whose outcome no price can change', async () => {
    const any = await scenario.makeRule({ cooldownMinutes: 0 });
    const token = await scenario.makeRule({
      ruleType: 'token_transfer',
      conditions: { token_symbol: 'ETH', amount: { gte: 1 } },
      cooldownMinutes: 0,
    });
    desk.fail();
    await sight(1);
    await simulation.stream();
    expect((await fired()).map(({ ruleId }) => ruleId).sort()).toEqual([any.id, token.id].sort());
    desk.recover();
    await minutes(2);
    expect(await fired()).toHaveLength(2);
  });

  it('of a strange token delays no alert about another token of the transaction', async () => {
    const { id: ruleId } = await scenario.makeRule(LARGE);
    desk.fail('SPAM');
    const spam = aTokenTransfer({ ...out, asset: 'SPAM', tokenAddress: RECEIVER });
    const record = await sight(1, { transfers: [eth, spam] });
    await simulation.stream();
    expect(record).toMatchObject({ valueUsd: '3000', valueStatus: 'pending' });
    expect(await fired()).toEqual([{ ruleId, valueUsd: '3000' }]);
    desk.recover();
    await minutes(2);
    expect(await stored(record)).toMatchObject({ valueUsd: '3000', valueStatus: 'known' });
    expect(await fired()).toHaveLength(1);
  });

  it('is over for a rule as soon as the price is known that decides the rule', async () => {
    const { id: ruleId } = await scenario.makeRule(LARGE);
    desk.fail();
    const record = await sight(1, { transfers: [eth, usdc] });
    await simulation.stream();
    desk.fail('USDC');
    await minutes(2);
    expect(await fired()).toEqual([{ ruleId, valueUsd: '3000' }]);
    expect(await stored(record)).toMatchObject({ valueUsd: '3000', valueStatus: 'pending' });
    desk.recover();
    await minutes(5);
    expect(await stored(record)).toMatchObject({ valueStatus: 'known' });
    expect(await fired()).toHaveLength(1);
  });

  it('shows in the filter of the list, and the totals add up before and after', async () => {
    desk.fail();
    await sight(1);
    desk.recover();
    await sight(2);
    await sight(3, { tokenSymbol: 'NONE', transfers: [{ ...usdc, asset: 'NONE' }] });
    const total = async (filters: object) =>
      (await scenario.evaluation.transactions.page(scenario.organisation, filters, { page: 1, pageSize: 10 })).meta
        .total;
    const totals = async () => ({
      pending: await total({ valueStatus: 'pending' }),
      known: await total({ valueStatus: 'known' }),
      unpriced: await total({ valueStatus: 'unpriced' }),
      large: await total({ minValueUsd: '1000' }),
      all: await total({}),
    });
    expect(await totals()).toEqual({ pending: 1, known: 1, unpriced: 1, large: 1, all: 3 });
    await minutes(2);
    expect(await totals()).toEqual({ pending: 0, known: 2, unpriced: 1, large: 2, all: 3 });
  });
});

describe('a price that fails for 24 hours', () => {
  it('is asked for after 1, 5 and 30 minutes and after 2, 12 and 24 hours, and then given up', async () => {
    await scenario.makeRule(LARGE);
    desk.fail();
    const record = await sight(1);
    await simulation.stream();
    const askings = async (minutes: number) => {
      const before = desk.asked.length;
      await simulation.minute(minutes);
      return desk.asked.length - before;
    };
    let passed = 0;
    for (const after of [1, 5, 30, 120, 720, 1440]) {
      // A run hands over what was due before it began.
      expect([after, await askings(after - passed), await askings(1)]).toEqual([after, 0, 1]);
      passed = after + 1;
    }
    expect(await stored(record)).toMatchObject({ valueUsd: null, valueStatus: 'unpriced' });
    expect(await fired()).toEqual([]);
    expect(await countEntries(table, ['VALUE', 'EVALUATION'])).toBe(0);
  });
});

describe('a rule with unknown_value match', () => {
  it.each([
    ['large_transfer', 'pending'],
    ['large_transfer', 'unpriced'],
    ['outbound_only', 'pending'],
    ['outbound_only', 'unpriced'],
  ])('of type %s fires at once and once while the value is %s, and says so', async (ruleType, status) => {
    const rule = { ...LARGE, ruleType, conditions: { ...LARGE.conditions, unknown_value: 'match' } };
    const { id: ruleId } = await scenario.makeRule(rule);
    if (status === 'pending') desk.fail();
    const transfers = status === 'pending' ? [eth] : [{ ...usdc, asset: 'NONE' }];
    const record = await sight(1, { transfers });
    expect(record.valueStatus).toBe(status);
    await simulation.stream();
    const [event] = await scenario.events();
    expect(event).toMatchObject({ ruleId });
    expect(event?.reasons).toContainEqual({
      condition: 'value_usd',
      expected: { gte: 1000 },
      actual: 'unknown',
      passed: true,
    });
    desk.recover();
    await minutes(2);
    expect(await fired()).toHaveLength(1);
  });
});

describe('a record that waits for a price', () => {
  let record: StoredTransaction;
  let ruleId: string;
  beforeEach(async () => {
    ruleId = (await scenario.makeRule(LARGE)).id;
    desk.fail();
    record = await sight(1);
    await simulation.stream();
    desk.recover();
  });

  it('keeps the notes that a person writes meanwhile', async () => {
    await scenario.evaluation.transactions.annotate(scenario.organisation, record.id, { notes: 'Payroll' });
    await minutes(2);
    expect(await stored(record)).toMatchObject({ notes: 'Payroll', valueUsd: '3000' });
    expect(await fired()).toHaveLength(1);
  });

  it('fires nothing when a repeated message of the stream evaluates it after the price', async () => {
    await scenario.makeRule(LARGE);
    await simulation.minute();
    const entry = { inclusion: record.inclusion, recordedAt: record.createdAt };
    await evaluateTransaction(scenario.evaluation, scenario.organisation, record.id, { entry });
    await minutes(2);
    expect(await fired()).toEqual([{ ruleId, valueUsd: '3000' }]);
  });

  it('waits while its organisation is suspended', async () => {
    const suspensions = suspensionRepo(deps);
    await suspensions.suspend(scenario.organisation);
    await minutes(2);
    expect(await stored(record)).toMatchObject({ valueStatus: 'pending' });
    await suspensions.resume(scenario.organisation);
    await minutes(2);
    expect(await fired()).toEqual([{ ruleId, valueUsd: '3000' }]);
  });

  it('keeps waiting in another block with the same effects, and fires once', async () => {
    await sight(1, { blockNumber: 19_000_001 }, B);
    expect(await stored(record)).toMatchObject({ valueStatus: 'pending', blockHash: B });
    await minutes(2);
    expect(await stored(record)).toMatchObject({ valueUsd: '3000', valueStatus: 'known', blockHash: B });
    expect(await fired()).toEqual([{ ruleId, valueUsd: '3000' }]);
  });

  it('fires nothing when its block left the chain, and once when a block includes it again', async () => {
    await scenario.orphan(record);
    await minutes(2);
    expect(await fired()).toEqual([]);
    expect(await stored(record)).toMatchObject({ reorged: true, valueUsd: '3000', valueStatus: 'known' });
    await sight(1, {}, B);
    await minutes(4);
    expect(await fired()).toEqual([{ ruleId, valueUsd: '3000' }]);
  });

  it('waits again when a block includes it again while the source fails', async () => {
    desk.fail();
    await scenario.orphan(record);
    await sight(1, {}, B);
    await simulation.stream();
    expect(await fired()).toEqual([]);
    desk.recover();
    await minutes(2);
    expect(await fired()).toEqual([{ ruleId, valueUsd: '3000' }]);
  });
});

describe('a price that arrives while the rules are evaluated', () => {
  it('is seen by the evaluation, whichever call it falls before', async () => {
    for (let call = 1; ; call++) {
      deps = testDeps(table);
      scenario = await makeScenario(deps, channels, desk);
      simulation = valueSimulation({ deps, scenario, prices: desk });
      await scenario.makeRule(LARGE);
      desk.fail();
      const record = await sight(1);
      desk.recover();
      const slow = pausing(dynamoDb(), call);
      const evaluating = evaluationDeps({ ...deps, table: openTable(table.name, slow.client) }, scenario.queue);
      const { stopped, done } = await slow.until(() =>
        evaluateTransaction(evaluating, scenario.organisation, record.id),
      );
      await simulation.minute();
      await simulation.minute();
      slow.goOn();
      await done;
      await minutes(3);
      expect([call, await fired()]).toEqual([call, [expect.objectContaining({ valueUsd: '3000' })]]);
      expect(await countEntries(table, ['VALUE', 'EVALUATION'])).toBe(0);
      if (!stopped) return;
    }
  });
});

describe('a transaction with more transfers than its record holds', () => {
  it('fires late and once on a transfer that the record leaves out', async () => {
    const { id: ruleId } = await scenario.makeRule(LARGE);
    desk.fail();
    const fakes = Array.from({ length: 600 }, () => ({ ...usdc, asset: 'FAKE', amount: '900000' }));
    const record = await sight(1, { transfers: [...fakes, { ...usdc, amount: '5000' }], tokenSymbol: 'FAKE' });
    await simulation.stream();
    expect(record).toMatchObject({ valueStatus: 'pending', omitted: { transfers: 101 } });
    desk.recover();
    await minutes(2);
    expect((await fired()).map((each) => each.ruleId)).toEqual([ruleId]);
    const after = await stored(record);
    expect(after).toMatchObject({ valueStatus: 'known', tokenSymbol: 'USDC', tokenAmount: '5000' });
    const { transfers } = await scenario.evaluation.transactions.whole(scenario.organisation, after);
    expect(transfers.at(-1)).toMatchObject({ asset: 'USDC', valueUsd: '5000' });
  });
});

describe('an import whose price fails', () => {
  it('fires late and once', async () => {
    const { id: ruleId } = await scenario.makeRule(LARGE);
    desk.fail();
    const record = await scenario.record(1);
    await simulation.stream();
    expect(record).toMatchObject({ source: 'import', valueStatus: 'pending' });
    expect(await fired()).toEqual([]);
    desk.recover();
    await minutes(2);
    expect(await fired()).toEqual([{ ruleId, valueUsd: '3000' }]);
  });
});
