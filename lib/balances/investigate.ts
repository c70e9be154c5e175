import type { AccountsAt } from '../chains/port/chain.ts';
import { ChainUnavailableError } from '../chains/port/chain-unavailable.ts';
import { patience } from '../chains/port/give-up.ts';
import { type Chain, chainOf } from '../chains/registry.ts';
import { log } from '../platform/log.ts';
import { compare, sum } from '../values/decimal.ts';
import type { BalanceCheckDeps } from './check-deps.ts';
import { nativeSum, type RecordedChange, recordedChanges } from './recorded-changes.ts';
import { type RangeEnd, reportDifference } from './report-difference.ts';
import type { DifferenceRef } from './schema.ts';
import { recordTraced } from './trace-block.ts';

/** A balance that is known to be right after a block. */
export interface Base {
  readonly height: number;
  readonly amount: string;
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

const BY_CALL = 'A call inside a transaction moved the value.';
const BY_FEES = 'The block paid its fees to the address.';

/** Finds what changed a balance. Remembers in the process since when an investigation fails. */
export function investigator(deps: BalanceCheckDeps) {
  const patiently = patience(() => deps.now().getTime());

  /**
   * Finds the blocks in which the balance deviates from the records, one after the other: bisects to the first such
   * block, traces the block and records what the trace shows. A deviation that remains is reported as a difference.
   * @returns the open differences.
   * @throws ChainUnavailableError while the nodes may still answer.
   */
  return (deviating: Deviating, signal: AbortSignal): Promise<DifferenceRef[]> => {
    const { chain, form, address } = deviating;
    return patiently(
      `${chain.id} ${form}`,
      signal,
      () => explained(deps, deviating, signal),
      (error) => {
        log.error('balance.not_bisected', { chain: chain.id, address, reason: error.message });
        return reportRange(deps, deviating);
      },
    );
  };
}

async function explained(deps: BalanceCheckDeps, deviating: Deviating, signal: AbortSignal): Promise<DifferenceRef[]> {
  const { chain, form, to, actual } = deviating;
  const open: DifferenceRef[] = [];
  let { base, changes } = deviating;
  while (sum([base.amount, nativeSum(changes, base.height, to.height)]) !== actual) {
    const found = await firstDeviating(deps, { ...deviating, base, changes }, signal);
    if (found === null) return [...open, ...(await reportRange(deps, { ...deviating, base, changes }))];
    const { block, amount } = found;
    const recordedBefore = nativeSum(changes, base.height, block.height);
    const finding = {
      chain: chain.id,
      form,
      asset: chain.nativeSymbol,
      tokenAddress: null,
      expected: sum([base.amount, recordedBefore]),
      actual: amount,
      from: block,
      to: block,
      recorded: nativeSum(changes, block.height - 1, block.height),
    };
    const traced = await recordTraced(deps, chain.id, block, form, signal);
    const now = (await recordedChanges(deps, chain.id, block.height, block.height)).get(form) ?? [];
    changes = [...changes.filter(({ height }) => height !== block.height), ...now];
    const expected = sum([base.amount, nativeSum(changes, base.height, block.height)]);
    if (traced !== null && expected === amount) {
      await reportDifference(deps, finding, { text: BY_CALL, transactionIds: traced.records });
    } else if (traced?.paysFees && compare(amount, expected) > 0) {
      await reportDifference(deps, { ...finding, expected }, { text: BY_FEES, transactionIds: new Map() });
    } else {
      const recorded = nativeSum(changes, block.height - 1, block.height);
      open.push(...(await reportDifference(deps, { ...finding, expected, recorded })));
    }
    base = { height: block.height, amount };
  }
  return open;
}

/**
 * The first block after which the balance deviates, and the balance after it, by bisection: the balance agrees after
 * `base`, and deviates after `to`. Null when the nodes of the chain keep no old states.
 */
async function firstDeviating(
  deps: BalanceCheckDeps,
  { chain, address, base, changes, to, actual }: Deviating,
  signal: AbortSignal,
): Promise<{ block: RangeEnd & AccountsAt; amount: string } | null> {
  let agrees = base.height;
  let first = { block: to, amount: actual };
  while (first.block.height - agrees > 1) {
    const middle = agrees + Math.floor((first.block.height - agrees) / 2);
    const block = await blockAt(deps, chain, middle, signal);
    const { height, amounts } = await accountsAt(deps, [address], block, signal);
    if (height !== middle) return null;
    const amount = amounts.get(address) ?? '0';
    if (sum([base.amount, nativeSum(changes, base.height, middle)]) === amount) agrees = middle;
    else first = { block, amount };
  }
  return first;
}

export async function accountsAt(
  { reader }: Pick<BalanceCheckDeps, 'reader'>,
  addresses: readonly string[],
  at: AccountsAt,
  signal: AbortSignal,
) {
  if (reader.accounts === undefined) throw new Error('the reader of this chain reads no balances');
  return reader.accounts(addresses, at, signal);
}

/** The block at a height: as the watcher stored the block, or from a node when the block was scanned long ago. */
export async function blockAt(
  { blocks, reader }: Pick<BalanceCheckDeps, 'blocks' | 'reader'>,
  chain: Chain,
  height: number,
  signal: AbortSignal,
): Promise<RangeEnd & AccountsAt> {
  const block = (await blocks.get(chain.id, height)) ?? (await reader.header(height, signal));
  if (block === null) throw new ChainUnavailableError(chain.id, `there is no block ${height}`);
  return block;
}

/** Reports a deviation that cannot be narrowed down to a block. */
async function reportRange(deps: BalanceCheckDeps, { chain, form, base, changes, to, actual }: Deviating) {
  const recorded = nativeSum(changes, base.height, to.height);
  const first = await deps.blocks.get(chain.id, base.height + 1);
  return reportDifference(deps, {
    chain: chain.id,
    form,
    asset: chainOf(chain.id).nativeSymbol,
    tokenAddress: null,
    expected: sum([base.amount, recorded]),
    actual,
    from: { height: base.height + 1, hash: first?.hash ?? '', timestamp: first?.timestamp ?? to.timestamp },
    to,
    recorded,
  });
}
