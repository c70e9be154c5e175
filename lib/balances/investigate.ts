import type { AccountsAt } from '../chains/port/chain.ts';
import { ChainUnavailableError } from '../chains/port/chain-unavailable.ts';
import { patience } from '../chains/port/give-up.ts';
import type { Chain } from '../chains/registry.ts';
import { log } from '../platform/log.ts';
import { compare, sum } from '../values/decimal.ts';
import type { BalanceCheckDeps } from './check-deps.ts';
import { nativeSum, type RecordedChange, recordedChanges } from './recorded-changes.ts';
import { type Explanation, type Finding, type RangeEnd, reportDifference } from './report-difference.ts';
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

/**
 * Deviating blocks that one investigation traces although no record explains them. An address may get coins in every
 * block, such as the fees of a network. The check of all other addresses waits for the investigation, so the blocks
 * beyond this number make up one difference.
 */
const MOST_UNEXPLAINED = 32;

/** A block after which the balance deviates, and the balance after this block. */
interface DeviatingBlock {
  readonly block: RangeEnd & AccountsAt;
  readonly amount: string;
}

/** How far an investigation came. */
interface Progress {
  /** The balance after the last block that is investigated. */
  base: Base;
  changes: readonly RecordedChange[];
  /** The differences that are open so far. */
  readonly open: DifferenceRef[];
  /** The deviating block that is being traced. */
  tracing: DeviatingBlock | null;
  /** The traced blocks that no record explains. */
  unexplained: number;
}

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
    const { chain, form, address, base, changes } = deviating;
    const progress: Progress = { base, changes, open: [], tracing: null, unexplained: 0 };
    return patiently(
      `${chain.id} ${form}`,
      signal,
      () => investigated(deps, deviating, progress, signal),
      (error) => {
        log.error('balance.not_bisected', { chain: chain.id, address, reason: error.message });
        return givenUp(deps, deviating, progress);
      },
    );
  };
}

const deviates = ({ to, actual }: Deviating, { base, changes }: Progress): boolean =>
  sum([base.amount, nativeSum(changes, base.height, to.height)]) !== actual;

async function investigated(
  deps: BalanceCheckDeps,
  deviating: Deviating,
  progress: Progress,
  signal: AbortSignal,
): Promise<DifferenceRef[]> {
  while (deviates(deviating, progress)) {
    if (progress.unexplained === MOST_UNEXPLAINED) return reportRange(deps, deviating, progress);
    const found = await firstDeviating(deps, deviating, progress, signal);
    if (found === null) return reportRange(deps, deviating, progress);
    progress.tracing = found;
    await explainBlock(deps, deviating, progress, found, signal);
    progress.base = { height: found.block.height, amount: found.amount };
    progress.tracing = null;
  }
  return progress.open;
}

/**
 * Investigates a deviation whose range is an open difference already: records what the traces show and reports nothing
 * that the difference covers. Stops after `most` blocks that no record explains.
 * @throws ChainUnavailableError while the nodes do not answer.
 */
export async function investigateAgain(
  deps: BalanceCheckDeps,
  deviating: Deviating,
  most: number,
  signal: AbortSignal,
): Promise<void> {
  const { base, changes } = deviating;
  const progress: Progress = { base, changes, open: [], tracing: null, unexplained: 0 };
  while (deviates(deviating, progress) && progress.unexplained < most) {
    const found = await firstDeviating(deps, deviating, progress, signal);
    if (found === null) return;
    await explainBlock(deps, deviating, progress, found, signal);
    progress.base = { height: found.block.height, amount: found.amount };
  }
}

/** Reports what is not investigated: the block without a trace, and the blocks after it. */
async function givenUp(deps: BalanceCheckDeps, deviating: Deviating, progress: Progress): Promise<DifferenceRef[]> {
  const { tracing } = progress;
  if (tracing !== null) {
    progress.open.push(...(await reportDifference(deps, blockFinding(deviating, progress, tracing))));
    progress.base = { height: tracing.block.height, amount: tracing.amount };
  }
  return deviates(deviating, progress) ? reportRange(deps, deviating, progress) : progress.open;
}

/** Traces a deviating block, and reports the deviation with what the trace explains. */
async function explainBlock(
  deps: BalanceCheckDeps,
  deviating: Deviating,
  progress: Progress,
  found: DeviatingBlock,
  signal: AbortSignal,
): Promise<void> {
  const { chain, form } = deviating;
  const { block, amount } = found;
  const before = blockFinding(deviating, progress, found);
  const traced = await recordTraced(deps, chain.id, block, form, signal);
  const now = (await recordedChanges(deps, chain.id, block.height, block.height)).get(form) ?? [];
  progress.changes = [...progress.changes.filter(({ height }) => height !== block.height), ...now];
  const after = blockFinding(deviating, progress, found);
  if (after.expected !== amount) progress.unexplained += 1;
  const report = (...of: [Finding, Explanation?]) => reportDifference(deps, ...of);
  const reporting =
    after.expected === amount
      ? report(before, { text: BY_CALL, transactionIds: traced?.records ?? new Map() })
      : traced?.paysFees && compare(amount, after.expected) > 0
        ? report(after, { text: BY_FEES, transactionIds: new Map() })
        : report(after);
  progress.open.push(...(await reporting));
}

/** The deviation of one block from the records. */
function blockFinding(
  { chain, form, base: { height: since } }: Deviating,
  { base, changes }: Progress,
  { block, amount }: DeviatingBlock,
): Finding {
  return {
    chain: chain.id,
    form,
    asset: chain.nativeSymbol,
    tokenAddress: null,
    expected: sum([base.amount, nativeSum(changes, base.height, block.height)]),
    actual: amount,
    from: block,
    to: block,
    since: since + 1,
    recorded: nativeSum(changes, block.height - 1, block.height),
  };
}

/**
 * The first block after which the balance deviates, and the balance after it, by bisection: the balance agrees after
 * `base`, and deviates after `to`. Null when the nodes of the chain keep no old states.
 */
async function firstDeviating(
  deps: BalanceCheckDeps,
  { chain, address, to, actual }: Deviating,
  { base, changes }: Progress,
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

export async function accountsAt(
  { reader }: Pick<BalanceCheckDeps, 'reader'>,
  addresses: readonly string[],
  at: AccountsAt,
  signal: AbortSignal,
) {
  if (reader.accounts === undefined) throw new Error('the reader of this chain reads no balances');
  return reader.accounts(addresses, at, signal);
}

type BlockDeps = Pick<BalanceCheckDeps, 'blocks' | 'reader'>;

/** The block at a height. @throws ChainUnavailableError also when the chain has skipped the height. */
export async function blockAt(deps: BlockDeps, chain: Chain, height: number, signal: AbortSignal) {
  const block = await knownBlock(deps, chain, height, signal);
  if (block === null) throw new ChainUnavailableError(chain.id, `there is no block ${height}`);
  return block;
}

/**
 * The block at a height: as the watcher stored the block, or from a node when the block was scanned long ago. Null when
 * the chain has skipped the height.
 */
async function knownBlock(
  { blocks, reader }: BlockDeps,
  chain: Chain,
  height: number,
  signal: AbortSignal,
): Promise<(RangeEnd & AccountsAt) | null> {
  const block = (await blocks.get(chain.id, height)) ?? (await reader.header(height, signal));
  if (block === null && (await reader.heights(height, height, signal)).length > 0) {
    throw new ChainUnavailableError(chain.id, `no node has block ${height}`);
  }
  return block;
}

/** Reports the deviation that cannot be narrowed down to a block. Returns all open differences. */
async function reportRange(
  deps: BalanceCheckDeps,
  { chain, form, to, actual }: Deviating,
  { base, changes, open }: Progress,
): Promise<DifferenceRef[]> {
  const recorded = nativeSum(changes, base.height, to.height);
  const first = await deps.blocks.get(chain.id, base.height + 1);
  const found = await reportDifference(deps, {
    chain: chain.id,
    form,
    asset: chain.nativeSymbol,
    tokenAddress: null,
    expected: sum([base.amount, recorded]),
    actual,
    from: { height: base.height + 1, hash: first?.hash ?? '', timestamp: first?.timestamp ?? to.timestamp },
    to,
    isRange: true,
    recorded,
  });
  return [...open, ...found];
}
