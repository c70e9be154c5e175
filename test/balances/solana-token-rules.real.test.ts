import { describe, expect, it } from '@jest/globals';
import { ALICE, MINT } from '../chains/solana/answers.ts';
import { quiet } from '../support/quiet.ts';
import { rpcNodes } from '../support/rpc-nodes.ts';
import { accountChecks } from './accounts.ts';
import { OTHER_MINT, tokenCluster } from './token-cluster.ts';

quiet();
const { node } = rpcNodes();

const [MINUTE, DAY] = [60, 24 * 60 * 60];

/** A watched treasury with 100 units of a token after the first round of checks. The next round is far away. */
async function treasury({ every = 1_000, confirmations = 0 } = {}) {
  const { chain, asked, drift, content, reader } = await tokenCluster((served) => node(served.listener));
  for (let n = 0; n < confirmations; n++) chain.append(content());
  const start = chain.links[0]?.height ?? 0;
  const checks = await accountChecks({ chain: 'solana', reader, start, every, confirmations });
  const wallet = await checks.watch(ALICE);
  await checks.run();
  const later = async (seconds: number, units = 0, mint = MINT) => {
    checks.advance(seconds);
    chain.append(content(units, mint));
    await checks.run();
  };
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
    expect(asked).toEqual([[ALICE, MINT]]);
    const { rules } = scenario.evaluation;
    await rules.replace(scenario.organisation, rule, { ...rule, isActive: false });
    await later(DAY, 1);
    expect(asked).toEqual([[ALICE, MINT]]);
  });
});
