import type { AccountsAt } from '../chains/port/chain.ts';
import type { Chain } from '../chains/registry.ts';
import { sum } from '../values/decimal.ts';
import { accountsAt, knownBlock } from './balances-at.ts';
import type { BalanceCheckDeps } from './check-deps.ts';
import { nativeSum, type RecordedChange } from './recorded-changes.ts';
import type { RangeEnd } from './schema.ts';

/** A balance that is known to be right after a block. */
export interface Base {
  readonly height: number;
  readonly amount: string;
  /** Whether a check has stored it, so that the evaluations of records know it. */
  readonly isStored?: true;
}

/** A native balance that deviates from the records. */
export interface Deviating {
  readonly chain: Chain;
  /** In match form, and in canonical form. */
  readonly form: string;
  readonly address: string;
  readonly base: Base;
  readonly changes: readonly RecordedChange[];
  /** The last block of the deviation, and the balance after this block. */
  readonly to: RangeEnd & AccountsAt;
  readonly actual: string;
}

/** A block after which the balance deviates, and the balance after this block. */
export interface DeviatingBlock {
  readonly block: RangeEnd & AccountsAt;
  readonly amount: string;
}

/**
 * The first block after which the balance deviates, and the balance after it, by bisection: the balance agrees after
 * `base`, and deviates after `to`. Null when the nodes of the chain keep no old states.
 */
export async function firstDeviating(
  deps: BalanceCheckDeps,
  { chain, address, to, actual }: Deviating,
  { base, changes }: Pick<Deviating, 'base' | 'changes'>,
  signal: AbortSignal,
): Promise<DeviatingBlock | null> {
  let agrees = base.height;
  let first: DeviatingBlock = { block: to, amount: actual };
  while (first.block.height - agrees > 1) {
    const middle = agrees + Math.floor((first.block.height - agrees) / 2);
    const block = await knownBlock(deps, chain, middle, signal);
    // Chains that skip heights keep no old states.
    if (block === null) return null;
    const { height, amounts } = await accountsAt(deps, [address], block, signal);
    if (height !== middle) return null;
    const amount = amounts.get(address) ?? '0';
    if (sum([base.amount, nativeSum(changes, base.height, middle)]) === amount) agrees = middle;
    else first = { block, amount };
  }
  return first;
}
