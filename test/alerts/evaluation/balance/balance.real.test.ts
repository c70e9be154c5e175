import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { evaluationDeps } from '../../../../lib/alerts/evaluation/evaluation-wiring.ts';
import { MOST_BALANCE_RULES } from '../../../../lib/alerts/rules/port/balance-question.ts';
import { heldSinceOn, MOST_RECORDS_HELD } from '../../../../lib/balances/held-since.ts';
import { balanceRepo } from '../../../../lib/balances/repo.ts';
import type { Deps } from '../../../../lib/platform/deps.ts';
import { openTable } from '../../../../lib/platform/table/table.ts';
import type { StoredTransaction } from '../../../../lib/transactions/schema.ts';
import { blockRepo } from '../../../../lib/watch/block-records.ts';
import { allNatives } from '../../../balances/all-balances.ts';
import { type TestDeps, testDeps } from '../../../support/deps.ts';
import { Faults, type Plan } from '../../../support/faults.ts';
import { quiet } from '../../../support/quiet.ts';
import { aTransfer, blockHash, THEIRS } from '../../../support/records.ts';
import { runs } from '../../../support/sample.ts';
import { makeScenario, type Scenario } from '../../../support/scenario.ts';
import { sweep } from '../../../support/sweep.ts';
import { dynamoDb, makeTable } from '../../../support/table.ts';
import { naiveCrossings } from './naive-balance.ts';

/*
 * A wallet has 20 ETH at the last check, and a rule tells when it has less than 10. Each payment has a block of its
 * own. The naive model follows the balance over all blocks.
 */

quiet();

const START = Date.parse('2026-03-01T00:00:00.000Z');
/** The block of the last check. */
const CHECKED = 1000;
const BEGUN = 20;
const BOUNDS = { below: 10, above: null, rearm: 5 };
const faults = new Faults();

interface World {
  readonly deps: TestDeps;
  readonly scenario: Scenario;
}

const evaluating = (deps: Deps, { scenario }: Pick<World, 'scenario'>) => ({
  ...evaluationDeps(deps, scenario.queue),
  heldSince: heldSinceOn(deps),
});

async function world(more: object = {}): Promise<World> {
  // All organisations share the balance of an address.
  const deps = testDeps(await makeTable());
  const scenario = await makeScenario(deps);
  await checkedAt(deps, CHECKED, String(BEGUN));
  await scenario.makeRule({
    name: 'Little left',
    ruleType: 'balance',
    conditions: { asset: 'native', below: String(BOUNDS.below) },
    ...more,
  });
  return { deps, scenario };
}

/** A check finds this balance of the wallet. */
async function checkedAt(deps: TestDeps, height: number, amount: string): Promise<void> {
  const balances = balanceRepo(deps, blockRepo(deps));
  const check = await balances.begin('ethereum');
  const [balance] = await allNatives(balances, 'ethereum');
  if (balance === undefined) throw new Error('the wallet has no balance');
  const hash = blockHash('c');
  await balances.store(check, [{ balance, checked: { amount, height, hash, open: undefined } }]);
  const at = deps.now().toISOString();
  await balances.finish(check, { height, hash, at, tokensAt: at });
}

/** Records the nth payment, in the nth block after the check. A negative change leaves the wallet. */
const pay = ({ scenario }: World, n: number, change: number, block = 'a', height = CHECKED + 1 + n) =>
  scenario.sight(n, blockHash(block), {
    blockNumber: height,
    blockTimestamp: new Date(START + height * 12_000).toISOString(),
    feeAmount: '0',
    transfers: [
      change < 0
        ? aTransfer({ from: scenario.wallet.address, to: THEIRS, direction: 'outbound', amount: String(-change) })
        : aTransfer({ from: THEIRS, to: scenario.wallet.address, amount: String(change) }),
    ],
  });

const evaluate = (made: World, record: StoredTransaction) =>
  made.scenario.evaluate(record, evaluating(made.deps, made));

/** The payments, by number, whose alerts stand. */
async function alerted({ scenario }: World, records: readonly StoredTransaction[]): Promise<number[]> {
  const standing = (await scenario.allEvents()).filter(({ retractedAt }) => retractedAt === null);
  return standing.map((event) => records.findIndex(({ id }) => id === event.transactionId)).sort((a, b) => a - b);
}

const balancesOf = (changes: readonly number[]): bigint[] =>
  changes.map((_, n) => changes.slice(0, n + 1).reduce((balance, change) => balance + BigInt(change), BigInt(BEGUN)));
const expected = (changes: readonly number[]) => naiveCrossings(balancesOf(changes), BOUNDS);

/** Changes that leave something in the wallet. */
const changesWithin = (maxLength: number) =>
  fc.array(fc.integer({ min: 0, max: 14 }), { minLength: 1, maxLength }).map((targets) => {
    let balance = BEGUN;
    return targets.map((target) => {
      const change = target === balance ? 1 : target - balance;
      balance += change;
      return change;
    });
  });

describe('a rule about a balance', () => {
  it('fires at each crossing, as the naive model does, however often the stream brings a record', async () => {
    await fc.assert(
      fc.asyncProperty(changesWithin(8), async (changes) => {
        const made = await world();
        const records = [];
        for (const [n, change] of changes.entries()) {
          const record = await pay(made, n, change);
          records.push(record);
          await evaluate(made, record);
          await evaluate(made, record);
        }
        expect(await alerted(made, records)).toEqual(expected(changes));
      }),
      { numRuns: runs(6, 100) },
    );
  });

  it('loses no crossing and doubles none when records are evaluated in any order, or at once', async () => {
    await fc.assert(
      fc.asyncProperty(changesWithin(6), fc.infiniteStream(fc.nat()), fc.boolean(), async (changes, keys, isAtOnce) => {
        const made = await world();
        const records: StoredTransaction[] = [];
        for (const [n, change] of changes.entries()) records.push(await pay(made, n, change));
        const shuffled = records
          .map((record) => [Number(keys.next().value), record] as const)
          .sort(([a], [b]) => a - b)
          .map(([, record]) => record);
        if (isAtOnce) await Promise.all(shuffled.map((record) => evaluate(made, record)));
        else for (const record of shuffled) await evaluate(made, record);
        const { length } = await alerted(made, records);
        // Crossings of which one evaluation learns together make one alert.
        const most = expected(changes).length;
        expect(length).toBeGreaterThanOrEqual(Math.min(1, most));
        expect(length).toBeLessThanOrEqual(most);
      }),
      { numRuns: runs(6, 100) },
    );
  });

  it('follows the chain when its last blocks are replaced', async () => {
    await fc.assert(
      fc.asyncProperty(
        changesWithin(5),
        fc.nat(4),
        fc.array(fc.constantFrom(-3, -1, 2, 4), { maxLength: 3 }),
        async (before, depth, after) => {
          const made = await world();
          const records: StoredTransaction[] = [];
          const sent = async (n: number, change: number, block: string, height: number) => {
            const record = await pay(made, n, change, block, CHECKED + 1 + height);
            records.push(record);
            await evaluate(made, record);
          };
          for (const [n, change] of before.entries()) await sent(n, change, 'a', n);
          const kept = Math.max(0, before.length - depth);
          for (const record of records.slice(kept)) await made.scenario.orphan(record);
          for (const [n, change] of after.entries()) await sent(before.length + n, change, 'b', kept + n);
          const chain = [...before.slice(0, kept), ...after];
          const numbers = [...before.slice(0, kept).keys(), ...after.keys().map((n) => before.length + n)];
          expect(await alerted(made, records)).toEqual(expected(chain).map((n) => numbers[n]));
        },
      ),
      { numRuns: runs(8, 100) },
    );
  });

  it('fires again when an orphaned crossing returns', async () => {
    const made = await world();
    const first = await pay(made, 0, -15);
    await evaluate(made, first);
    await made.scenario.orphan(first);
    expect(await alerted(made, [first])).toEqual([]);
    const again = await pay(made, 0, -15, 'b', CHECKED + 4);
    await evaluate(made, again);
    await evaluate(made, again);
    expect(await alerted(made, [again])).toEqual([0]);
  });

  it('says what the wallet held, and names the transaction', async () => {
    const made = await world();
    const record = await pay(made, 0, -15);
    await evaluate(made, record);
    const [event] = await made.scenario.allEvents();
    expect(event).toMatchObject({
      ruleType: 'balance',
      transactionId: record.id,
      subject: { walletId: record.walletId, chain: 'ethereum', asset: 'native', symbol: 'ETH', level: '5' },
      summary: expect.stringMatching(/^.+ holds 5 ETH, less than 10$/),
      reasons: [{ condition: 'below', expected: '10', actual: '5', passed: true }],
    });
  });

  it('tells nothing of a balance that was past the bound before', async () => {
    const made = await world({ conditions: { asset: 'native', below: '30' } });
    await evaluate(made, await pay(made, 0, -1));
    expect(await made.scenario.allEvents()).toEqual([]);
  });

  it('leaves a wallet with very many records since the last check to the next check', async () => {
    const made = await world();
    for (let n = 0; n <= MOST_RECORDS_HELD; n++)
      await pay(made, n, n === 0 ? -15 : n % 2 === 0 ? -1 : 1, 'a', CHECKED + 1);
    const last = await pay(made, MOST_RECORDS_HELD + 1, -1);
    await evaluate(made, last);
    expect(await made.scenario.allEvents()).toEqual([]);
  });

  it('refuses more rules than a check judges of a balance', async () => {
    const made = await world();
    const one = { ruleType: 'balance', conditions: { asset: 'native', below: 1 } } as const;
    for (let n = 1; n < MOST_BALANCE_RULES; n++) await made.scenario.makeRule({ name: `Rule ${n}`, ...one });
    await expect(made.scenario.makeRule({ name: 'One more', ...one })).rejects.toMatchObject({ code: 'conflict' });
  });
});

const PLANS: readonly Pick<Plan, 'fails' | 'process'>[] = [
  { fails: 'before', process: 'dies' },
  { fails: 'after', process: 'dies' },
  { fails: 'before', process: 'goes on' },
  { fails: 'after', process: 'goes on' },
];

describe.each(PLANS)('A process that $process when a call fails $fails its effect', (plan) => {
  it('fires once for each crossing', async () => {
    const changes = [-12, 1, 7, -10];
    const calls = await sweep(faults, plan, 4, async (planned) => {
      const made = await world();
      const own = openTable(made.deps.table.name, faults.over(dynamoDb()));
      const records = [];
      for (const [n, change] of changes.entries()) records.push(await pay(made, n, change));
      faults.arm(planned);
      for (const record of records) {
        const deps = evaluating({ ...made.deps, table: own }, made);
        while (!(await faults.process(() => made.scenario.evaluate(record, deps))));
      }
      expect(await alerted(made, records)).toEqual(expected(changes));
    });
    expect(calls).toContain('TransactWriteItemsCommand');
  });
});
