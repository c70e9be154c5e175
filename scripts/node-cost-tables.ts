import { measuredUnits } from '../bench/measured-units.ts';
import { chainOf, familyChains } from '../lib/chains/registry.ts';
import { CASES, CHAINS } from './cost-cases.ts';
import { number } from './markdown-table.ts';
import { blocksOf } from './monthly-costs.ts';
import { callsOf, plans, providerUsd } from './rpc-costs.ts';

// The tables of docs/costs.md about the calls to the nodes.

const measured = measuredUnits();
const calls = CASES.map((each) => callsOf(each, measured));

/** The calls to the nodes in a month, by chain and method. */
export function callRows(): string[][] {
  return CHAINS.flatMap((chain) => {
    const methods = new Set(calls.flatMap((each) => Object.keys(each.get(chain) ?? {})));
    return [...methods].map((method) => [
      `${chain}, \`${method}\``,
      ...calls.map((each) => number(each.get(chain)?.[method] ?? 0)),
    ]);
  });
}

/** The traces of all blocks in a month. */
export const traceRows = familyChains('evm')
  .filter((chain) => !chainOf(chain).testnet)
  .map((chain) => [chain, String(chainOf(chain).blockSeconds), number(blocksOf(chain))]);

/** USD of a month of each case, by provider of nodes. */
export const nodes = plans.map((plan) => ({ plan, usd: calls.map((each) => providerUsd(plan, each)) }));
