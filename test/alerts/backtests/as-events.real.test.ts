import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { CountedRule } from '../../../lib/alerts/rules/schema.ts';
import type { Table } from '../../../lib/platform/table/table.ts';
import type { Draft } from '../../../lib/transactions/store.ts';
import { quiet } from '../../support/quiet.ts';
import { anApproval, aTransfer, USDC } from '../../support/records.ts';
import { runs } from '../../support/sample.ts';
import { RECEIVER, SENDER } from '../../support/scenario.ts';
import { makeTable } from '../../support/table.ts';
import { muting } from '../mutes/muting.ts';
import { type Backtesting, backtesting } from './backtesting.ts';

quiet();

/* One ETH is worth 3,000 USD, and no token has a known price. */

let table: Table;
let world: Backtesting;
beforeAll(async () => {
  table = await makeTable();
});
beforeEach(async () => {
  world = await backtesting(table);
});

const FAKE = '0x00000000000000000000000000000000000fa4e1';
const ether = (amount: string, direction: 'outbound' | 'inbound' = 'outbound') =>
  aTransfer({ amount, direction, ...(direction === 'outbound' && { from: SENDER, to: RECEIVER }) });
const token = (tokenAddress: string, direction: 'outbound' | 'inbound' = 'outbound') =>
  aTransfer({ asset: 'FAKE', tokenAddress, standard: 'ERC-20', amount: '1', direction, origin: 'log' });
const approvalOf = (tokenAddress: string) => anApproval({ asset: 'FAKE', tokenAddress, owner: SENDER });
const stranger = { sender: RECEIVER, unsigned: true } as const;
const signed = { sender: SENDER } as const;

/** Checks that a backtest of the rule tells what the pipeline did, item by item. */
async function expectAsLived(rule: CountedRule, tried: Backtesting = world) {
  const { suppressedByReason, firedCount } = await tried.scenario.rule(rule.id);
  const told = await tried.tried({ ruleId: rule.id });
  expect(told).toMatchObject({ status: 'completed', error: null, progress: 1, ruleId: rule.id, ruleName: rule.name });
  expect(told.samples.map(({ transactionId }) => transactionId)).toEqual(await tried.firedBy(rule));
  expect({ fired: told.wouldFire, ...told.wouldSuppress }).toEqual({ fired: firedCount, ...suppressedByReason });
  expect(told.matched).toBe(firedCount + suppressedByReason.cooldown + suppressedByReason.muted);
  expect(told.perDay.reduce((sum, { fired }) => sum + fired, 0)).toBe(firedCount);
  return told;
}

describe('a backtest of a range that the service lived through', () => {
  it('fires as the cooldown of a wallet did, and again for an amount that is ten times larger', async () => {
    const rule = await world.scenario.makeRule({ cooldownMinutes: 5 });
    for (const amount of ['1', '2', '9.9', '10', '50', '100']) await world.lived(20, { transfers: [ether(amount)] });
    await world.lived(290, { transfers: [ether('0.1')] });
    const told = await expectAsLived(rule);
    expect(told).toMatchObject({ rows: 7, total: 7, matched: 7, wouldFire: 4 });
  });

  it('begins the next cooldown at the millisecond at which the last ended', async () => {
    const rule = await world.scenario.makeRule({ cooldownMinutes: 5 });
    for (const seconds of [0, 299.999, 0.001, 299.999, 0.001]) await world.lived(seconds);
    expect(await expectAsLived(rule)).toMatchObject({ wouldFire: 3 });
  });

  it.each(['wallet', 'rule'])(
    'knows whether the cooldown is of each wallet or of the rule: %s',
    async (cooldownPer) => {
      const rule = await world.scenario.makeRule({ cooldownPer });
      const other = await world.scenario.makeWallet({ label: 'Other', address: RECEIVER, chains: ['ethereum'] });
      await world.lived(1);
      await world.lived(1, { walletId: other.id });
      await world.lived(1);
      expect(await expectAsLived(rule)).toMatchObject({ wouldFire: cooldownPer === 'rule' ? 1 : 2 });
    },
  );

  it('lets the fakes of a stranger suppress nothing real, and knows what the wallet held at that time', async () => {
    const rules: CountedRule[] = [];
    for (const ruleType of ['outbound_only', 'any_transfer', 'approval']) {
      rules.push(await world.scenario.makeRule({ name: ruleType, ruleType, cooldownMinutes: 60 }));
    }
    await world.lived(1, { ...stranger, transfers: [token(FAKE)], approvals: [approvalOf(FAKE)] });
    // Until the wallet signs for it, nobody knows that the wallet holds this token.
    await world.lived(1, { ...stranger, transfers: [token(USDC)] });
    await world.lived(1, { ...signed, transfers: [token(USDC)], approvals: [approvalOf(USDC)] });
    await world.lived(1, { ...stranger, transfers: [token(USDC)] });
    await world.lived(1, { ...stranger, transfers: [token(FAKE), ether('4')] });
    for (const rule of rules) await expectAsLived(rule);
  });

  it.each([
    ['large_transfer', { value_usd: { gte: 3000 } }],
    ['token_transfer', { token_address: USDC }],
    ['inbound_only', { value_usd: { gte: '100' } }],
    ['outbound_only', {}],
    ['contract_call', { contract_address: RECEIVER }],
    ['address_blacklist', { addresses: [RECEIVER] }],
    ['gas_spike', { gas_price_gwei: { gte: 50 } }],
    ['approval', {}],
    ['frequency', { count: { gte: 3 }, window_minutes: 2 }],
  ])('matches what the rule matched: %s', async (ruleType, conditions) => {
    const rule = await world.scenario.makeRule({ ruleType, conditions, cooldownMinutes: 2 });
    const history: Partial<Draft>[] = [
      { transfers: [ether('0.5')] },
      { transfers: [ether('2', 'inbound')], direction: 'inbound' },
      { transfers: [token(USDC)], txType: 'contract_call', gasPriceGwei: '80' },
      { transfers: [], approvals: [approvalOf(USDC)], txType: 'contract_call', gasPriceGwei: '20' },
      { status: 'failed', transfers: [], txType: 'contract_call', gasPriceGwei: '300' },
      { transfers: [ether('40'), token(USDC)] },
      { transfers: [ether('1')] },
    ];
    for (const [n, more] of [...history, ...history].entries()) await world.lived(n % 3 === 0 ? 90 : 15, more);
    const told = await expectAsLived(rule);
    expect(told.wouldFire).toBeGreaterThan(0);
    for (const { reasons } of told.samples) expect(reasons.every(({ passed }) => passed)).toBe(true);
    for (const { reasons } of told.nearMisses) expect(reasons.filter(({ passed }) => !passed)).toHaveLength(1);
  });

  it.each(['own_wallets', 'address_book'])(
    'matches what a rule matched that asks for the type of the wallet and for its counterparty: not %s',
    async (group) => {
      const { type } = await world.scenario.makeWallet({ label: 'Vault', address: FAKE, chains: ['ethereum'] });
      const conditions = { counterparty_not_in: [group] };
      const rule = await world.scenario.makeRule({ ruleType: 'any_transfer', conditions, wallets: { types: [type] } });
      await world.lived(1, { transfers: [ether('1')] });
      expect(await expectAsLived(rule)).toMatchObject({ wouldFire: 1 });
    },
  );

  it('counts what the mute of a wallet hid, and not what came before the mute', async () => {
    const rule = await world.scenario.makeRule({ cooldownMinutes: 0 });
    await world.lived(1);
    world.deps.advance(1);
    await muting(world.deps, world.scenario).muteWallet(600);
    await world.lived(1);
    await world.lived(1);
    expect(await expectAsLived(rule)).toMatchObject({ wouldFire: 1, wouldSuppress: { cooldown: 0, muted: 2 } });
  });

  it('decides in the order in which records were written, also when an old block came later', async () => {
    const rule = await world.scenario.makeRule({ cooldownMinutes: 5 });
    const old = new Date(world.deps.now().getTime() - 1_800_000).toISOString();
    await world.lived(0, { transfers: [ether('1')] });
    await world.lived(10, { transfers: [ether('1')], blockTimestamp: old });
    await world.lived(400, { transfers: [ether('1')], blockTimestamp: old });
    await expectAsLived(rule);
  });

  it('tells the same of any history', async () => {
    const Step = fc.record({
      seconds: fc.constantFrom(1, 40, 130, 299, 301),
      transfers: fc.constantFrom(
        [ether('0.0002')],
        [ether('0.001')],
        [ether('3')],
        [ether('40')],
        [token(USDC)],
        [token(FAKE)],
        [token(FAKE), ether('0.01')],
      ),
      by: fc.constantFrom(stranger, signed),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(Step, { minLength: 3, maxLength: 14 }),
        fc.constantFrom('wallet', 'rule'),
        async (steps, cooldownPer) => {
          const fresh = await backtesting(table);
          const rules: CountedRule[] = [];
          for (const ruleType of ['any_transfer', 'outbound_only']) {
            rules.push(await fresh.scenario.makeRule({ name: ruleType, ruleType, cooldownMinutes: 5, cooldownPer }));
          }
          for (const { seconds, transfers, by } of steps) await fresh.lived(seconds, { ...by, transfers });
          for (const rule of rules) await expectAsLived(rule, fresh);
        },
      ),
      { numRuns: runs(3, 60) },
    );
  });
});
