import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { evaluationDeps } from '../../../lib/alerts/evaluation/evaluation-wiring.ts';
import type { AlertEvent } from '../../../lib/alerts/events/schema.ts';
import type { Table } from '../../../lib/platform/table/table.ts';
import type { StoredTransaction } from '../../../lib/transactions/schema.ts';
import type { Draft } from '../../../lib/transactions/store.ts';
import { type TestDeps, testDeps } from '../../support/deps.ts';
import { quiet } from '../../support/quiet.ts';
import { anApproval, aTransfer, blockHash, USDC } from '../../support/records.ts';
import { runs } from '../../support/sample.ts';
import { makeScenario, RECEIVER, type Scenario, SENDER } from '../../support/scenario.ts';
import { makeTable } from '../../support/table.ts';

quiet();

/*
 * A stranger deploys contracts that log whatever he likes about the wallet. All records are within one cooldown, unless
 * a test says otherwise. One ETH is worth 3,000 USD, and no token has a known price.
 */

const FAKE = '0x00000000000000000000000000000000000fa4e1';
const OTHER_FAKE = '0x00000000000000000000000000000000000fa4e2';
let table: Table;
let deps: TestDeps;
let scenario: Scenario;
let n = 0;
beforeAll(async () => {
  table = await makeTable();
});
beforeEach(async () => {
  deps = testDeps(table);
  scenario = await makeScenario(deps);
});

/** Records a transaction as a watcher does, and evaluates it. */
async function seen(more: Partial<Draft>): Promise<StoredTransaction> {
  deps.advance(1);
  const transaction = await scenario.sight(++n, blockHash('a'), { transfers: [], ...more });
  await scenario.evaluate(transaction);
  return transaction;
}

const ether = (amount: string, direction: 'outbound' | 'inbound' = 'outbound') =>
  aTransfer({ amount, direction, ...(direction === 'outbound' && { from: SENDER, to: RECEIVER }) });
const token = (tokenAddress: string, direction: 'outbound' | 'inbound' = 'outbound') =>
  aTransfer({ asset: 'FAKE', tokenAddress, standard: 'ERC-20', amount: '1', direction, origin: 'log' });
const approvalOf = (tokenAddress: string) => anApproval({ asset: 'FAKE', tokenAddress, owner: SENDER });

/** A stranger's transaction. */
const stranger = (more: Partial<Draft>) => seen({ sender: RECEIVER, unsigned: true, ...more });
/** A transaction that the wallet signed. */
const signed = (more: Partial<Draft>) => seen({ sender: SENDER, ...more });

const alertsOf = async (...fired: readonly StoredTransaction[]) => {
  const events = await scenario.events();
  return fired.map(({ id }) => events.filter(({ transactionId }) => transactionId === id).length);
};

describe('a fake token that a stranger logs', () => {
  it('does not start the cooldown of the real alerts: outbound, any transfer and approval', async () => {
    for (const ruleType of ['outbound_only', 'any_transfer', 'approval']) {
      await scenario.makeRule({ name: ruleType, ruleType, cooldownMinutes: 5 });
    }
    const fakes = [
      await stranger({ transfers: [token(FAKE)], approvals: [approvalOf(FAKE)] }),
      await stranger({ transfers: [token(OTHER_FAKE)], approvals: [approvalOf(OTHER_FAKE)] }),
    ];
    const real = [
      await signed({ approvals: [approvalOf(USDC)] }),
      await signed({ transfers: [token(USDC)] }),
      await signed({ transfers: [ether('5000')] }),
    ];
    expect(await alertsOf(...fakes)).toEqual([3, 0]);
    // The approval, the first token out for two rules, and then the larger ether for the same two rules.
    expect(await alertsOf(...real)).toEqual([1, 2, 2]);
  });

  it('suppresses nothing when it moved in and out before, as if the wallet held it', async () => {
    await scenario.makeRule();
    const fakes = [
      await stranger({ transfers: [token(FAKE, 'inbound')] }),
      await stranger({ transfers: [token(FAKE)] }),
      await stranger({ transfers: [token(FAKE, 'inbound'), token(FAKE)], approvals: [approvalOf(FAKE)] }),
    ];
    expect(await alertsOf(...fakes)).toEqual([1, 0, 0]);
    expect(await alertsOf(await signed({ transfers: [token(USDC)] }))).toEqual([1]);
  });

  it('does not start the cooldown of a rule that names its symbol, but of a rule that names its address', async () => {
    const bySymbol = await scenario.makeRule({ ruleType: 'token_transfer', conditions: { token_symbol: 'FAKE' } });
    const byAddress = await scenario.makeRule({ ruleType: 'token_transfer', conditions: { token_address: FAKE } });
    await stranger({ transfers: [token(FAKE)] });
    await signed({ transfers: [token(FAKE)] });
    expect(await scenario.rule(bySymbol.id)).toMatchObject({ firedCount: 2, suppressedCount: 0 });
    expect(await scenario.rule(byAddress.id)).toMatchObject({ firedCount: 1, suppressedCount: 1 });
  });

  it.each(['contract_call', 'gas_spike', 'address_blacklist'])(
    'does not silence a rule of type %s for what the wallet signs or loses',
    async (ruleType) => {
      const conditions = {
        ...(ruleType === 'gas_spike' && { gas_price_gwei: { gte: 1 } }),
        ...(ruleType === 'address_blacklist' && { addresses: [RECEIVER] }),
      };
      await scenario.makeRule({ ruleType, conditions, cooldownMinutes: 60 });
      const call = { txType: 'contract_call', toAddress: RECEIVER } as const;
      const fake = await stranger({ ...call, transfers: [token(FAKE)] });
      const again = await stranger({ ...call, transfers: [token(OTHER_FAKE)] });
      const taken = await stranger({ ...call, transfers: [ether('0.5')] });
      const drained = await stranger({ ...call, transfers: [token(FAKE), ether('5000')] });
      expect(await alertsOf(fake, again, taken, drained)).toEqual([1, 0, 1, 1]);
    },
  );
});

describe('a movement of nothing that a stranger makes', () => {
  it('of a token that the wallet holds starts no cooldown of the real alerts', async () => {
    await scenario.makeRule({ ruleType: 'contract_call', cooldownMinutes: 60 });
    const call = { txType: 'contract_call', toAddress: RECEIVER } as const;
    await signed({ approvals: [approvalOf(USDC)] });
    const probe = await stranger({
      ...call,
      transfers: [{ ...token(USDC), amount: '0' }],
      approvals: [{ ...approvalOf(USDC), approved: false }],
    });
    expect(await alertsOf(probe, await stranger({ ...call, transfers: [token(USDC)] }))).toEqual([1, 1]);
  });
});

describe('an approval of a token of a well-known issuer', () => {
  it('fires beside fakes, also when the wallet was not seen to hold the token', async () => {
    await scenario.makeRule({ ruleType: 'approval', cooldownMinutes: 5 });
    const real = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
    const fakes = [
      await stranger({ approvals: [approvalOf(FAKE)] }),
      await stranger({ approvals: [approvalOf(FAKE)] }),
    ];
    const permit = await stranger({ approvals: [approvalOf(real)] });
    expect(await alertsOf(...fakes, permit)).toEqual([1, 0, 1]);
  });
});

describe('a token without a known price that the wallet holds', () => {
  it('is no stranger’s token once the wallet has signed for it, so its theft fires beside fakes', async () => {
    await scenario.makeRule();
    await signed({ approvals: [approvalOf(USDC)] });
    await stranger({ transfers: [token(FAKE)] });
    expect(await alertsOf(await stranger({ transfers: [token(USDC)] }))).toEqual([1]);
  });

  it('is known to another process, and among more fakes than one read asks for', async () => {
    await scenario.makeRule();
    await signed({ approvals: [approvalOf(USDC)] });
    const fakes = Array.from({ length: 120 }, (_, i) => token(`0x${String(i).padStart(40, 'f')}`));
    await stranger({ transfers: fakes });
    const theft = await scenario.sight(++n, blockHash('a'), { transfers: [...fakes, token(USDC)], unsigned: true });
    await scenario.evaluate(theft, evaluationDeps(deps, scenario.queue));
    expect(await alertsOf(theft)).toEqual([1]);
  });
});

describe('a cooldown', () => {
  it('of a wallet suppresses no match of another wallet', async () => {
    await scenario.makeRule();
    const other = await scenario.makeWallet({ label: 'Other', address: RECEIVER, chains: ['ethereum'] });
    const ours = await signed({ transfers: [ether('1')] });
    const theirs = await signed({ walletId: other.id, transfers: [ether('1')] });
    expect(await alertsOf(ours, theirs, await signed({ transfers: [ether('1')] }))).toEqual([1, 1, 0]);
  });

  it('of a rule suppresses the matches of all its wallets', async () => {
    await scenario.makeRule({ cooldownPer: 'rule' });
    const other = await scenario.makeWallet({ label: 'Other', address: RECEIVER, chains: ['ethereum'] });
    const ours = await signed({ transfers: [ether('1')] });
    expect(await alertsOf(ours, await signed({ walletId: other.id, transfers: [ether('1')] }))).toEqual([1, 0]);
  });

  it('lets a match fire that is ten times larger, again and again, and no dust', async () => {
    await scenario.makeRule();
    const amounts = ['0.000000000000000001', '0.0003', '0.001', '0.009', '0.01', '0.0999', '0.1'];
    const records = [];
    for (const amount of amounts) records.push(await signed({ transfers: [ether(amount)] }));
    expect(await alertsOf(...records)).toEqual([1, 0, 1, 0, 1, 0, 1]);
  });

  it('lets a larger match fire in a process that knows the cooldown from before', async () => {
    await scenario.makeRule();
    const [one, two] = [evaluationDeps(deps, scenario.queue), evaluationDeps(deps, scenario.queue)];
    const amounts = ['0.001', '0.002', '0.02', '0.1', '0.2', '0.003'];
    const records = [];
    for (const [i, amount] of amounts.entries()) {
      deps.advance(1);
      const record = await scenario.sight(++n, blockHash('a'), { transfers: [ether(amount)] });
      await scenario.evaluate(record, i % 2 === 0 ? one : two);
      records.push(record);
    }
    expect(await alertsOf(...records)).toEqual([1, 0, 1, 0, 1, 0]);
  });
});

describe('the next alert after suppressed matches', () => {
  const suppressedOf = async ({ id }: StoredTransaction) =>
    (await scenario.events()).find(({ transactionId }) => transactionId === id)?.suppressed;

  it('states how many were suppressed since the last alert of the cooldown, with the largest', async () => {
    await scenario.makeRule();
    const first = await signed({ transfers: [ether('1')] });
    await signed({ transfers: [ether('0.5')] });
    await signed({ transfers: [ether('2.5')] });
    await signed({ transfers: [token(USDC)] });
    const larger = await signed({ transfers: [ether('10')] });
    await signed({ transfers: [ether('0.1')] });
    await stranger({ transfers: [token(FAKE)] });
    deps.advance(300);
    const next = await signed({ transfers: [ether('1')] });
    expect(await suppressedOf(first)).toEqual({ count: 0, largestUsd: null });
    expect(await suppressedOf(larger)).toEqual({ count: 3, largestUsd: '7500' });
    expect(await suppressedOf(next)).toEqual({ count: 1, largestUsd: '300' });
    deps.advance(300);
    expect(await suppressedOf(await signed({ transfers: [ether('1')] }))).toEqual({ count: 0, largestUsd: null });
  });

  it('counts each once when many are decided at once and evaluated twice, and sends nothing before', async () => {
    await scenario.makeRule();
    await signed({ transfers: [ether('1')] });
    const records: StoredTransaction[] = [];
    for (let i = 1; i <= 20; i++) {
      records.push(await scenario.sight(++n, blockHash('a'), { transfers: [ether(String(i / 10))] }));
    }
    await Promise.all([...records, ...records].map((record) => scenario.evaluate(record)));
    deps.advance(400);
    expect(await scenario.events()).toHaveLength(1);
    expect(await suppressedOf(await signed({ transfers: [ether('1')] }))).toEqual({ count: 20, largestUsd: '6000' });
  });
});

/** A step of the stranger, or a loss of ether whose amount in ether is given. */
const Step = fc.oneof(
  fc.record({
    kind: fc.constantFrom('in', 'out', 'in and out', 'approval', 'many'),
    contract: fc.constantFrom(FAKE, OTHER_FAKE, '0x00000000000000000000000000000000000fa4e3'),
  }),
  fc.record({ ether: fc.constantFrom('0.0001', '0.0004', '0.001', '0.01', '3', '40', '700') }),
);
type Step = typeof Step extends fc.Arbitrary<infer T> ? T : never;

const madeBy = ({ kind, contract }: Extract<Step, { kind: string }>): Partial<Draft> => ({
  transfers: [
    ...(kind.includes('in') ? [token(contract, 'inbound')] : []),
    ...(kind.includes('out') ? [token(contract)] : []),
    ...(kind === 'many' ? [token(FAKE), token(OTHER_FAKE), token(contract, 'inbound')] : []),
  ],
  approvals: kind === 'approval' ? [approvalOf(contract)] : [],
});

describe('whatever the contracts of a stranger log in a cooldown', () => {
  it('each loss fires that is ten times larger than what fired, and the contracts cause one alert', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(Step, { minLength: 4, maxLength: 12 }),
        fc.constantFrom('wallet', 'rule'),
        async (steps, cooldownPer) => {
          deps = testDeps(table);
          scenario = await makeScenario(deps);
          for (const ruleType of ['any_transfer', 'outbound_only', 'approval']) {
            await scenario.makeRule({ name: ruleType, ruleType, cooldownMinutes: 5, cooldownPer });
          }
          let largest = 0;
          const losses: StoredTransaction[] = [];
          const fakes: StoredTransaction[] = [];
          for (const step of steps) {
            if ('kind' in step) {
              fakes.push(await stranger(madeBy(step)));
              continue;
            }
            const usd = Math.round(Number(step.ether) * 3_000_000);
            const loss = await stranger({ transfers: [ether(step.ether)] });
            // The first loss begins the cooldown.
            const isDue = losses.length === 0 || (usd >= 1000 && usd >= 10 * largest);
            if (isDue) {
              largest = Math.max(largest, usd);
              losses.push(loss);
            }
          }
          expect(await alertsOf(...losses)).toEqual(losses.map(() => 2));
          const ofFakes = (await scenario.events()).filter(({ transactionId }) =>
            fakes.some(({ id }) => id === transactionId),
          );
          const perRule = Map.groupBy(ofFakes, ({ ruleId }: AlertEvent) => ruleId);
          for (const alerts of perRule.values()) expect(alerts).toHaveLength(1);
        },
      ),
      { numRuns: runs(3, 100) },
    );
  });
});
