import { patience } from '../chains/port/give-up.ts';
import { log } from '../platform/log.ts';
import { compare, sum } from '../values/decimal.ts';
import type { BalanceCheckOptions } from '../watch/checks-beside.ts';
import { type Base, type Deviating, type DeviatingBlock, firstDeviating } from './bisect.ts';
import type { BalanceCheckDeps } from './check-deps.ts';
import { nativeSum, type RecordedChange, recordedChanges } from './recorded-changes.ts';
import { type Explanation, reportDifference } from './report-difference.ts';
import type { DifferenceRef, Finding } from './schema.ts';
import { recordTraced } from './trace-block.ts';

const BY_CALL = 'A call inside a transaction moved the value.';
const BY_FEES = 'The block paid its fees to the address.';

/**
 * An investigation ends after so many blocks whose trace explains nothing, and reports the rest as one difference.
 * Some addresses get coins in every block, such as the fees of a network. The other addresses wait meanwhile.
 */
const MOST_UNEXPLAINED = 32;

/** What an investigation found. */
export interface Investigated {
  readonly open: DifferenceRef[];
  /** Whether the investigation stopped early, because the run is over. */
  readonly isOver: boolean;
  /** The last block that an early stop left investigated, and the balance after this block. */
  readonly reached: { readonly height: number; readonly hash: string; readonly amount: string } | null;
}

const complete = (open: DifferenceRef[]): Investigated => ({ open, isOver: false, reached: null });

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
  /** The hash of the last block that is investigated, if any. */
  hash: string | null;
}

/** How an investigation may be stopped. */
type Running = Pick<BalanceCheckOptions, 'signal' | 'proceed'>;

/** Finds what changed a balance. Remembers in the process since when an investigation fails. */
export function investigator(deps: BalanceCheckDeps) {
  const patiently = patience(() => deps.now().getTime());

  /**
   * Finds the blocks in which the balance deviates from the records, one after the other: bisects to the first such
   * block, traces the block and records what the trace shows. A deviation that remains is reported as a difference.
   * @throws ChainUnavailableError while the nodes may still answer.
   */
  return (deviating: Deviating, running: Running): Promise<Investigated> => {
    const { chain, form, address, base, changes } = deviating;
    const progress: Progress = { base, changes, open: [], tracing: null, unexplained: 0, hash: null };
    return patiently<Investigated>(
      `${chain.id} ${form}`,
      running.signal,
      () => investigated(deps, deviating, progress, running),
      async (error) => {
        log.error('balance.not_bisected', { chain: chain.id, address, reason: error.message });
        return complete(await givenUp(deps, deviating, progress));
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
  { signal, proceed }: Running,
): Promise<Investigated> {
  while (deviates(deviating, progress)) {
    const { base, hash, open } = progress;
    if (!(await proceed())) return { open, isOver: true, reached: hash === null ? null : { ...base, hash } };
    const isLong = progress.unexplained === MOST_UNEXPLAINED;
    const found = isLong ? null : await firstDeviating(deps, deviating, progress, signal);
    if (found === null) return complete(await reportRange(deps, deviating, progress));
    progress.tracing = found;
    await explainBlock(deps, deviating, progress, found, signal);
    passed(progress, found);
    progress.tracing = null;
  }
  return complete(progress.open);
}

function passed(progress: Progress, { block, amount }: DeviatingBlock): void {
  progress.base = { height: block.height, amount };
  progress.hash = block.hash;
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
  const progress: Progress = { base, changes, open: [], tracing: null, unexplained: 0, hash: null };
  while (deviates(deviating, progress) && progress.unexplained < most) {
    const found = await firstDeviating(deps, deviating, progress, signal);
    if (found === null) return;
    await explainBlock(deps, deviating, progress, found, signal);
    passed(progress, found);
  }
}

/** Reports what is not investigated: the block without a trace, and the blocks after it. */
async function givenUp(deps: BalanceCheckDeps, deviating: Deviating, progress: Progress): Promise<DifferenceRef[]> {
  const { tracing } = progress;
  if (tracing !== null) {
    progress.open.push(...(await reportDifference(deps, blockFinding(deviating, progress, tracing))));
    passed(progress, tracing);
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
