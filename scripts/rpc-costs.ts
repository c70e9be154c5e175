import type { MeasuredUnits } from '../bench/measured-units.ts';
import rpcPlans from '../bench/rpc-plans.json' with { type: 'json' };
import { chainOf } from '../lib/chains/registry.ts';
import { assumed, CHAINS, type CostCase } from './cost-cases.ts';
import { blocksOf } from './monthly-costs.ts';

/** Calls to the nodes of a chain in a month, by method. */
export type Calls = Readonly<Record<string, number>>;

/** What a provider charges. */
export interface Plan {
  readonly provider: string;
  /** A plan for a month includes so many units, and each million beyond costs more. */
  readonly tiers: readonly {
    readonly usd: number;
    readonly millionUnits: number;
    readonly moreUsdPerMillion: number;
  }[];
  /** The units of a call by chain and method; `other` for the other methods. The provider has no other chain. */
  readonly units: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

export const plans: readonly Plan[] = rpcPlans.plans.map(({ provider, tiers, units }) => ({
  provider,
  tiers,
  units: Object.fromEntries(Object.entries(units).map(([chain, each]) => [chain, { ...each }])),
}));

/**
 * The calls of a case by chain. While somebody watches, the watcher of Ethereum traces whole blocks: one watched
 * address with code is enough. The checks of balances read the watched addresses of Ethereum.
 */
export function callsOf({ wallets }: CostCase, { nodeCalls }: MeasuredUnits): Map<string, Calls> {
  const calls = new Map<string, Calls>();
  for (const chain of CHAINS) {
    const levels = nodeCalls.perBlock[chain];
    if (levels === undefined) throw new Error(`bench/measured-units.json has no calls of ${chain}`);
    const perBlock = wallets === 0 ? levels.idle : (levels.traced ?? levels.watched);
    const perMonth = Object.entries(perBlock).map(([method, count]) => [method, count * blocksOf(chain)] as const);
    calls.set(chain, Object.fromEntries(perMonth));
  }
  if (wallets === 0) return calls;
  const { addresses, calls: perCheck } = nodeCalls.check;
  const checks = blocksOf('ethereum') / chainOf('ethereum').reconcileEvery;
  const ofChecks = checks * Math.max(1, (wallets * assumed('ethereumWallets') * perCheck) / addresses);
  const { eth_call: ofBlocks = 0, ...others } = calls.get('ethereum') ?? {};
  calls.set('ethereum', { ...others, eth_call: ofBlocks + ofChecks });
  return calls;
}

/** USD of calls in the cheapest tier of a plan. Null when the provider lacks one of the chains. */
export function planUsd({ tiers, units }: Plan, calls: ReadonlyMap<string, Calls>): number | null {
  let millions = 0;
  for (const [chain, methods] of calls) {
    const of = units[chain];
    if (of === undefined) return null;
    for (const [method, count] of Object.entries(methods)) {
      millions += (count * (of[method] ?? of.other ?? Number.NaN)) / 1e6;
    }
  }
  return Math.min(
    ...tiers.map(
      ({ usd, millionUnits, moreUsdPerMillion }) => usd + Math.max(0, millions - millionUnits) * moreUsdPerMillion,
    ),
  );
}

/**
 * USD of calls at a provider. The chains that the provider lacks are bought from the cheapest provider that has them.
 * @throws Error when nobody has a chain.
 */
export function providerUsd(plan: Plan, calls: ReadonlyMap<string, Calls>, all: readonly Plan[] = plans): number {
  const own = new Map([...calls].filter(([chain]) => plan.units[chain] !== undefined));
  const missing = new Map([...calls].filter(([chain]) => plan.units[chain] === undefined));
  const usd = planUsd(plan, own) ?? Number.NaN;
  if (missing.size === 0) return usd;
  const elsewhere = all.map((each) => planUsd(each, missing)).filter((each) => each !== null);
  if (elsewhere.length === 0) throw new Error(`no provider has all of ${[...missing.keys()].join(', ')}`);
  return usd + Math.min(...elsewhere);
}
