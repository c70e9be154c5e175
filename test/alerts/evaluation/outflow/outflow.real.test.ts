import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { evaluationDeps } from '../../../../lib/alerts/evaluation/evaluation-wiring.ts';
import { openTable, type Table } from '../../../../lib/platform/table/table.ts';
import type { StoredTransaction } from '../../../../lib/transactions/schema.ts';
import { type TestDeps, testDeps } from '../../../support/deps.ts';
import { Faults, type Plan } from '../../../support/faults.ts';
import { quiet } from '../../../support/quiet.ts';
import { aTransfer, blockHash, THEIRS, USDC } from '../../../support/records.ts';
import { runs } from '../../../support/sample.ts';
import { makeScenario, RECEIVER, type Scenario, SENDER } from '../../../support/scenario.ts';
import { sweep } from '../../../support/sweep.ts';
import { dynamoDb, makeTable } from '../../../support/table.ts';
import { crossingsOf, type Payment } from './naive-outflow.ts';

/*
 * Two wallets pay, and a rule counts what left each of them within an hour. The naive model adds up all payments of the
 * window at each payment.
 */

quiet();

const START = Date.parse('2026-03-01T00:00:00.000Z');
const WINDOW = 60;
const BOUND = '5';
const faults = new Faults();
let table: Table;
let failingTable: Table;
beforeAll(async () => {
  table = await makeTable();
  failingTable = openTable(table.name, faults.over(dynamoDb()));
});

interface World {
  readonly deps: TestDeps;
  readonly scenario: Scenario;
  readonly wallets: readonly string[];
}

async function world(more: object = {}, conditions: object = {}): Promise<World> {
  const deps = testDeps(table);
  const scenario = await makeScenario(deps);
  const other = await scenario.makeWallet({ label: 'Other', address: RECEIVER, chains: ['ethereum'] });
  const bounds = { amount: { gte: BOUND }, asset: 'native', window_minutes: WINDOW };
  await scenario.makeRule({ name: 'Drained', ruleType: 'outflow', conditions: { ...bounds, ...conditions }, ...more });
  return { deps, scenario, wallets: [scenario.wallet.id, other.id] };
}

const at = (minute: number) => new Date(START + minute * 60_000).toISOString();
const out = (amount: string, more: object = {}) =>
  aTransfer({ from: SENDER, to: THEIRS, direction: 'outbound', amount, ...more });

/** Records the nth payment, as a watcher does. */
const pay = ({ scenario, wallets }: World, n: number, { minute, amount, wallet = 0, isOwn = false }: Payment) =>
  scenario.sight(n, blockHash('a'), {
    walletId: wallets[wallet],
    blockTimestamp: at(minute),
    transfers: [isOwn ? { ...out(amount), direction: 'internal', side: 'sends' } : out(amount)],
  });

/** The payments, by number, whose alerts stand. */
async function alerted({ scenario }: World, records: readonly StoredTransaction[]): Promise<number[]> {
  const standing = (await scenario.events()).filter(({ retractedAt }) => retractedAt === null);
  return standing.map((event) => records.findIndex(({ id }) => id === event.transactionId)).sort((a, b) => a - b);
}

const payment: fc.Arbitrary<Payment> = fc.record({
  minute: fc.integer({ min: 0, max: 240 }),
  amount: fc.constantFrom('0.1', '1', '2.000000000000000001', '4.9', '5', '7'),
  wallet: fc.constantFrom(0, 1),
  isOwn: fc.boolean(),
});
const inTime = (payments: readonly Payment[]) => payments.toSorted((a, b) => a.minute - b.minute);

describe('a rule about what left within an hour', () => {
  it('fires once for each crossing, as the naive model does, for each wallet or for all', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(payment, { minLength: 1, maxLength: 12 }).map(inTime),
        fc.constantFrom<'wallet' | 'rule'>('wallet', 'rule'),
        async (payments, per) => {
          const made = await world({}, { per });
          const records = [];
          for (const [n, each] of payments.entries()) {
            const record = await pay(made, n, each);
            records.push(record);
            // The stream brings each entry twice.
            await made.scenario.evaluate(record);
            await made.scenario.evaluate(record);
          }
          expect(await alerted(made, records)).toEqual(crossingsOf(payments, { bound: BOUND, window: WINDOW, per }));
        },
      ),
      { numRuns: runs(12, 200) },
    );
  });

  it('misses nothing of payments that are evaluated at once and in any order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ minute: fc.integer({ min: 0, max: 59 }), amount: fc.constantFrom('1', '1.5', '3') }), {
          minLength: 2,
          maxLength: 8,
        }),
        async (payments) => {
          const made = await world();
          const records = await Promise.all(payments.map((each, n) => pay(made, n, each)));
          await Promise.all(records.map((record) => made.scenario.evaluate(record)));
          const total = payments.reduce((all, { amount }) => all + Number(amount), 0);
          // All payments are within one window, so the sum crosses the bound once or never.
          expect(await alerted(made, records)).toHaveLength(total >= Number(BOUND) ? 1 : 0);
        },
      ),
      { numRuns: runs(8, 100) },
    );
  });

  it('sums exactly and says what it does not know', async () => {
    const made = await world({}, { amount: undefined, asset: undefined, value_usd: { gt: '14999.99' } });
    const fake = aTransfer({ ...out('9'), asset: 'SHIB', tokenAddress: USDC, standard: 'ERC-20' });
    const draft = { blockTimestamp: at(0), transfers: [out('2'), { ...fake, valueUsd: null }] };
    await made.scenario.evaluate(await made.scenario.sight(0, blockHash('a'), draft));
    const last = await pay(made, 1, { minute: 30, amount: '3' });
    await made.scenario.evaluate(last);
    const [event] = await made.scenario.events();
    expect(event).toMatchObject({
      ruleType: 'outflow',
      transactionId: last.id,
      subject: { walletId: made.wallets[0], chain: null, asset: null, symbol: null, level: '15000' },
      summary: expect.stringMatching(/^15,000(\.00)? USD left .+ within 60 minutes$/),
      // The payment keeps its own sentence.
      transaction: { summary: expect.stringMatching(/ paid 3 ETH/) },
    });
    expect(event?.reasons).toMatchObject([
      { condition: 'status' },
      { condition: 'left_usd', actual: '15000', passed: true },
      { condition: 'left_unknown', actual: ['SHIB'] },
    ]);
  });

  it('names a token as the record does, however the rule spells it', async () => {
    const made = await world({}, { asset: USDC.toLowerCase() });
    const of = { asset: 'USDC', tokenAddress: USDC, standard: 'ERC-20' };
    await made.scenario.evaluate(
      await made.scenario.sight(0, blockHash('a'), { blockTimestamp: at(0), transfers: [out(BOUND, of)] }),
    );
    const [event] = await made.scenario.events();
    expect(event).toMatchObject({
      subject: { chain: 'ethereum', asset: USDC, symbol: 'USDC', level: BOUND },
      summary: expect.stringMatching(/^5 USDC left /),
    });
  });

  it('judges a payment by many rules, though each checks that its evaluation is pending', async () => {
    const made = await world();
    const conditions = { amount: { gte: '3' }, asset: 'native', window_minutes: WINDOW };
    for (let n = 0; n < 20; n++) await made.scenario.makeRule({ name: `Rule ${n}`, ruleType: 'outflow', conditions });
    await made.scenario.evaluate(await pay(made, 0, { minute: 0, amount: '1' }));
    await made.scenario.evaluate(await pay(made, 1, { minute: 1, amount: '2' }));
    expect(await made.scenario.events()).toHaveLength(20);
  });

  it('forgets an orphaned payment, and fires again when the payment returns', async () => {
    const made = await world();
    const { scenario } = made;
    const first = await pay(made, 0, { minute: 0, amount: '4' });
    await scenario.evaluate(first);
    const crossing = await pay(made, 1, { minute: 10, amount: '2' });
    await scenario.evaluate(crossing);
    await scenario.orphan(crossing);
    const small = await pay(made, 2, { minute: 20, amount: '0.9' });
    await scenario.evaluate(small);
    expect(await alerted(made, [first, crossing, small])).toEqual([]);
    const again = await scenario.sight(1, blockHash('b'), { blockTimestamp: at(25), transfers: [out('2')] });
    await scenario.evaluate(again);
    expect(await alerted(made, [first, again, small])).toEqual([1]);
  });

  it('fires at the next payment when the crossing is orphaned and the others still reach the bound', async () => {
    const made = await world();
    const { scenario } = made;
    const records = [];
    for (const [n, amount] of ['4', '1', '2'].entries()) {
      const record = await pay(made, n, { minute: n, amount });
      records.push(record);
      await scenario.evaluate(record);
    }
    const [, crossing] = records;
    if (crossing !== undefined) await scenario.orphan(crossing);
    const next = await pay(made, 3, { minute: 5, amount: '0.1' });
    await scenario.evaluate(next);
    expect(await alerted(made, [...records, next])).toEqual([3]);
  });

  it('counts the crossings that a cooldown suppresses', async () => {
    const made = await world({ cooldownMinutes: 1440 });
    const { scenario } = made;
    for (const [n, minute] of [0, 100, 200].entries()) {
      await scenario.evaluate(await pay(made, n, { minute, amount: '6' }));
    }
    const [event] = await scenario.events();
    expect(await scenario.rule(String(event?.ruleId))).toMatchObject({ firedCount: 1, suppressedCount: 2 });
  });
});

const PLANS: readonly Pick<Plan, 'fails' | 'process'>[] = [
  { fails: 'before', process: 'dies' },
  { fails: 'after', process: 'dies' },
  { fails: 'before', process: 'goes on' },
  { fails: 'after', process: 'goes on' },
];

describe.each(PLANS)('A process that $process when a call fails $fails its effect', (plan) => {
  const payments: readonly Payment[] = [
    { minute: 0, amount: '3' },
    { minute: 10, amount: '3' },
    { minute: 20, amount: '1' },
    { minute: 75, amount: '1' },
    { minute: 76, amount: '5' },
  ];

  it('counts each payment once, and fires once for each crossing', async () => {
    const calls = await sweep(faults, plan, 8, async (planned) => {
      const made = await world();
      const records = [];
      for (const [n, each] of payments.entries()) records.push(await pay(made, n, each));
      const failing = evaluationDeps({ ...made.deps, table: failingTable }, made.scenario.queue);
      faults.arm(planned);
      for (const record of records) {
        while (!(await faults.process(() => made.scenario.evaluate(record, failing))));
      }
      expect(await alerted(made, records)).toEqual(
        crossingsOf(payments, { bound: BOUND, window: WINDOW, per: 'wallet' }),
      );
    });
    expect(calls).toContain('TransactWriteItemsCommand');
  });
});
