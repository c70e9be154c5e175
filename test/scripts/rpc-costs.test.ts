import { describe, expect, it } from '@jest/globals';
import { measuredUnits } from '../../bench/measured-units.ts';
import { CASES, CHAINS } from '../../scripts/cost-cases.ts';
import { callsOf, type Plan, plans, planUsd, providerUsd } from '../../scripts/rpc-costs.ts';

const measured = measuredUnits();
const [idle, small, large] = CASES.map((each) => callsOf(each, measured));
const sumOf = (calls: ReadonlyMap<string, Readonly<Record<string, number>>> | undefined): number =>
  [...(calls ?? [])].flatMap(([, methods]) => Object.values(methods)).reduce((sum, count) => sum + count, 0);

/** A million units are included, and each further million costs two dollars; or ten are included for ten dollars. */
const plan: Plan = {
  provider: 'Example',
  tiers: [
    { usd: 1, millionUnits: 1, moreUsdPerMillion: 2 },
    { usd: 10, millionUnits: 10, moreUsdPerMillion: 1 },
  ],
  units: { ethereum: { other: 1, debug_traceBlockByHash: 10 } },
};
const other: Plan = {
  provider: 'Other',
  tiers: [{ usd: 5, millionUnits: 9, moreUsdPerMillion: 9 }],
  units: { xrp: { other: 1 } },
};
const ethereum = (calls: Record<string, number>) => new Map([['ethereum', calls]]);

describe('The calls to the nodes in a month', () => {
  it('are of each chain, and grow with what is watched', () => {
    for (const calls of [idle, small, large]) expect([...(calls?.keys() ?? [])]).toEqual([...CHAINS]);
    expect(sumOf(small)).toBeGreaterThan(sumOf(idle));
    expect(sumOf(large)).toBeGreaterThan(sumOf(small));
  });

  it('trace the blocks of Ethereum and check its balances only while somebody watches', () => {
    const methodsOf = (calls: typeof idle) => Object.keys(calls?.get('ethereum') ?? {});
    expect(methodsOf(idle)).not.toContain('debug_traceBlockByHash');
    expect(methodsOf(small)).toEqual(expect.arrayContaining(['debug_traceBlockByHash', 'eth_call']));
    const checks = (calls: typeof idle) => calls?.get('ethereum')?.eth_call ?? 0;
    expect(checks(large)).toBeGreaterThan(100 * checks(small));
  });
});

describe('The price of calls', () => {
  it('is that of the cheapest tier, with the units of each method', () => {
    expect(planUsd(plan, ethereum({ eth_call: 500_000 }))).toBe(1);
    expect(planUsd(plan, ethereum({ eth_call: 2_000_000 }))).toBe(3);
    expect(planUsd(plan, ethereum({ eth_call: 2_000_000, debug_traceBlockByHash: 1_000_000 }))).toBe(12);
  });

  it('of a chain that a provider lacks is that of another provider', () => {
    const calls = new Map([...ethereum({ eth_call: 1 }), ['xrp', { ledger: 1 }]]);
    expect(planUsd(plan, calls)).toBeNull();
    expect(providerUsd(plan, calls, [plan, other])).toBe(6);
    expect(() => providerUsd(plan, calls, [plan])).toThrow('no provider has all of xrp');
  });

  it('is known for every case at three providers', () => {
    expect(plans).toHaveLength(3);
    for (const each of plans) {
      for (const calls of [idle, small, large]) expect(providerUsd(each, calls ?? new Map())).toBeGreaterThan(0);
    }
  });
});
