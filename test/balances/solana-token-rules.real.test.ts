import { describe, expect, it } from '@jest/globals';
import { openTable } from '../../lib/platform/table/table.ts';
import { Faults, type Plan } from '../support/faults.ts';
import { quiet } from '../support/quiet.ts';
import { rpcNodes } from '../support/rpc-nodes.ts';
import { sweep } from '../support/sweep.ts';
import { dynamoDb } from '../support/table.ts';
import { accountChecks } from './accounts.ts';
import { MINT, OTHER_MINT, TREASURY, tokenCluster } from './token-cluster.ts';

quiet();
const { node } = rpcNodes();

const [MINUTE, DAY] = [60, 24 * 60 * 60];

/** A watched treasury with 100 units of a token after the first round of checks. The next round is far away. */
async function treasury({ every = 1_000, confirmations = 0 } = {}) {
  const { chain, asked, drift, content, reader } = await tokenCluster((served) => node(served.listener));
  for (let n = 0; n < confirmations; n++) chain.append(content());
  const start = chain.links[0]?.height ?? 0;
  const checks = await accountChecks({ chain: 'solana', reader, start, every, confirmations });
  const wallet = await checks.watch(TREASURY);
  await checks.run();
  const later = async (seconds: number, units = 0, mint = MINT) => {
    checks.advance(seconds);
    chain.append(content(units, mint));
    await checks.run();
  };
  // The first round waits for the scan, too.
  for (let n = 0; n < confirmations; n++) await later(MINUTE);
  return {
    ...checks,
    ...{ chain, asked, drift, content, wallet, later },
    /** A rule about the token, and the check that reads the token for it. */
    async follow(conditions: object = { asset: MINT, below: 50 }) {
      const rule = await checks.scenario.makeRule({ name: 'Little left', ruleType: 'balance', conditions });
      await later(MINUTE);
      return rule;
    },
    /** What was told, the oldest first: by what, and the balance. */
    levels: async () =>
      (await checks.scenario.allEvents())
        .toReversed()
        .map(({ transactionId, subject }) => [transactionId === null ? 'check' : 'record', subject?.level]),
    token: async () =>
      (await checks.balancesOf(wallet))
        .filter(({ tokenAddress }) => tokenAddress === MINT)
        .map(({ amount, status }) => [amount, status]),
  };
}

describe('a rule about the balance of a token of Solana', () => {
  it('fires once, with the payment that crosses the bound, by all accounts of the token', async () => {
    const { follow, later, evaluate, levels, token } = await treasury();
    await follow();
    expect(await token()).toEqual([['100', 'matched']]);
    await later(MINUTE, 60);
    await evaluate();
    await evaluate();
    expect(await levels()).toEqual([['record', '40']]);
    expect(await token()).toEqual([['40', 'pending']]);
    await later(DAY);
    expect(await levels()).toEqual([['record', '40']]);
    expect(await token()).toEqual([['40', 'matched']]);
  });

  it('fires again after the balance has come back by five percent of the bound', async () => {
    const { follow, later, evaluate, levels } = await treasury();
    await follow();
    for (const units of [60, -11, 5, -7, 10]) {
      await later(MINUTE, units);
      await evaluate();
    }
    expect(await levels()).toEqual([
      ['record', '40'],
      ['record', '43'],
    ]);
  });

  it('fires once, without a transaction, when a check finds a loss that no record explains', async () => {
    const { follow, later, drift, levels, found } = await treasury();
    await follow();
    drift.units = -60n;
    await later(DAY - MINUTE);
    expect(await levels()).toEqual([]);
    await later(MINUTE);
    await later(DAY);
    await later(DAY);
    expect(await levels()).toEqual([['check', '40']]);
    expect(await found()).toMatchObject([{ tokenAddress: MINT, expected: '100', actual: '40', difference: '-60' }]);
  });
});

describe('the balance of a token of Solana', () => {
  it('waits for the scan of the slot after which the node read it', async () => {
    // The scan stays two blocks behind the node.
    const { follow, later, evaluate, levels, token, asked } = await treasury({ confirmations: 2 });
    await follow();
    expect(await token()).toEqual([]);
    await later(MINUTE, 60);
    expect(await token()).toEqual([]);
    await later(MINUTE);
    expect(await token()).toEqual([['100', 'matched']]);
    await later(MINUTE);
    await evaluate();
    expect(await levels()).toEqual([['record', '40']]);
    expect(asked).toHaveLength(1);
  });

  it('is that of the records between two checks, also after a round of checks', async () => {
    const { follow, later, evaluate, levels, token, found } = await treasury({ every: 2 });
    await follow({ asset: MINT, below: 20 });
    for (const units of [30, 0, 0, 30, -5, 0, 30, 0]) {
      await later(MINUTE, units);
      await evaluate();
    }
    expect(await levels()).toEqual([['record', '15']]);
    expect(await token()).toEqual([['15', 'pending']]);
    await later(DAY);
    expect(await token()).toEqual([['15', 'matched']]);
    expect(await found()).toEqual([]);
  });

  it('is asked for no more than once a day, and again when its block was replaced', async () => {
    const { chain, content, follow, later, run, advance, drift, asked, scenario, levels } = await treasury();
    await follow();
    for (let n = 0; n < 3; n++) await later(11 * MINUTE, 1);
    expect(asked).toHaveLength(1);
    drift.units = -60n;
    await later(DAY);
    expect(await levels()).toEqual([['check', '37']]);
    chain.reorg(1, [content(), content()]);
    await run();
    expect(await scenario.allEvents()).toMatchObject([{ retractedAt: expect.any(String) }]);
    advance(11 * MINUTE);
    await run();
    expect(asked).toHaveLength(3);
    const told = (await scenario.allEvents()).filter(({ retractedAt }) => retractedAt === null);
    expect(told).toMatchObject([{ subject: { level: '37' } }]);
  });
});

describe('a token of Solana', () => {
  it('costs no request while no active rule asks for it', async () => {
    const { scenario, follow, later, asked } = await treasury({ every: 2 });
    await later(MINUTE, 1);
    await later(DAY, 1, OTHER_MINT);
    await later(DAY, 1);
    expect(asked).toEqual([]);
    const rule = await follow();
    await later(MINUTE, 1, OTHER_MINT);
    await later(MINUTE, 1);
    expect(asked).toEqual([[TREASURY, MINT]]);
    const { rules } = scenario.evaluation;
    await rules.replace(scenario.organisation, rule, { ...rule, isActive: false });
    await later(DAY, 1);
    expect(asked).toEqual([[TREASURY, MINT]]);
  });
});

const faults = new Faults();
const failingClient = faults.over(dynamoDb());
const WAYS: readonly [string, Pick<Plan, 'fails' | 'process'>][] = [
  ['dies before a call takes effect', { fails: 'before', process: 'dies' }],
  ['dies after a call took effect', { fails: 'after', process: 'dies' }],
  ['goes on after a call failed without effect', { fails: 'before', process: 'goes on' }],
];

it.each(WAYS)('a loss is told once when a process %s', async (_how, plan) => {
  const calls = await sweep(faults, plan, 4, async (planned) => {
    const { follow, drift, content, chain, advance, table, started, levels, found } = await treasury();
    await follow();
    drift.units = -60n;
    faults.arm(planned);
    const failing = openTable(table.name, failingClient);
    let run = started(failing);
    for (let n = 0; n < 4; n++) {
      advance(n === 0 ? DAY : 11 * MINUTE);
      chain.append(content());
      const survived = await faults.process(() => run());
      if (!survived && plan.process === 'dies') run = started(failing);
    }
    expect(await levels()).toEqual([['check', '40']]);
    expect(await found()).toMatchObject([{ difference: '-60' }]);
  });
  expect(calls).toContain('TransactWriteItemsCommand');
});
