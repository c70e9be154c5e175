import { parseAddress } from '../chains/address.ts';
import type { AccountsAt } from '../chains/port/chain.ts';
import { ChainUnavailableError } from '../chains/port/chain-unavailable.ts';
import type { Chain } from '../chains/registry.ts';
import { minus, sum } from '../values/decimal.ts';
import { DAY_MS } from '../values/time.ts';
import { skipDataErrors } from '../watch/data-errors.ts';
import type { BalanceCheckDeps } from './check-deps.ts';
import { investigateAgain } from './investigate.ts';
import { changeOf, recordedChanges } from './recorded-changes.ts';
import type { DifferenceRef, RangeEnd, StoredDifference } from './schema.ts';
import { recordTraced } from './trace-block.ts';

/** Blocks are traced again for a week: as long as the watcher keeps their records. */
const RETRACED_MS = 7 * DAY_MS;
/** A check traces the blocks of so many open differences of an address again. The oldest difference comes first. */
const MOST_RETRACED = 8;

type Block = RangeEnd & AccountsAt;

/**
 * Which of these differences of an address are still open. Traces their blocks again, because a node may trace now that
 * did not then. Ends the differences that records explain, and those whose blocks left the chain.
 */
export async function stillOpen(
  deps: BalanceCheckDeps,
  chain: Chain,
  form: string,
  refs: readonly DifferenceRef[],
  signal: AbortSignal,
): Promise<DifferenceRef[]> {
  if (refs.length === 0) return [];
  const open = new Map((await deps.differences.findAll(refs)).map((difference) => [difference.id, difference]));
  const left: DifferenceRef[] = [];
  /** The ranges that were traced again. Organisations share them. */
  const traced = new Set<string>();
  const traceAgain = async (difference: StoredDifference, block: Block): Promise<void> => {
    const range = `${difference.fromHeight}-${difference.toHeight}`;
    if (traced.has(range) || traced.size === MOST_RETRACED) return;
    traced.add(range);
    await tracedAgain(deps, chain, form, { difference, block }, signal);
  };
  for (const ref of refs) {
    const difference = open.get(ref.id);
    if (difference?.status !== 'open') continue;
    const isEnded = await skipDataErrors('balance.check_failed', { chain: chain.id, ...ref }, () =>
      isOver(deps, chain, ref, difference, traceAgain),
    );
    if (!isEnded) left.push(ref);
  }
  return left;
}

async function isOver(
  deps: BalanceCheckDeps,
  chain: Chain,
  { organisation, id }: DifferenceRef,
  difference: StoredDifference,
  traceAgain: (difference: StoredDifference, block: Block) => Promise<void>,
): Promise<boolean> {
  const { toHeight, blockHash, createdAt, tokenAddress } = difference;
  const block = await deps.blocks.get(chain.id, toHeight);
  if (block !== null && block.hash !== blockHash) {
    await deps.differences.explain(organisation, id, 'The block is no longer part of the chain.', []);
    return true;
  }
  const isRecent = deps.now().getTime() - Date.parse(createdAt) < RETRACED_MS;
  if (block !== null && isRecent && tokenAddress === null) await traceAgain(difference, block);
  const transactionIds = await explaining(deps, { organisation, id }, difference);
  if (transactionIds === null) return false;
  await deps.differences.explain(organisation, id, 'Records that were found later explain it.', transactionIds);
  return true;
}

async function tracedAgain(
  deps: BalanceCheckDeps,
  chain: Chain,
  form: string,
  { difference, block }: { difference: StoredDifference; block: Block },
  signal: AbortSignal,
): Promise<void> {
  const { fromHeight, toHeight, expected, recorded, actual } = difference;
  try {
    if (fromHeight === toHeight) {
      await recordTraced(deps, chain.id, block, form, signal);
      return;
    }
    const address = parseAddress(chain.id, form)?.address ?? form;
    const base = { height: fromHeight - 1, amount: minus(expected, recorded) };
    const changes = (await recordedChanges(deps, chain.id, fromHeight, toHeight)).get(form) ?? [];
    const deviating = { chain, form, address, base, changes, to: block, actual };
    await investigateAgain(deps, deviating, MOST_RETRACED, signal);
  } catch (error) {
    // The next check tries again.
    if (!(error instanceof ChainUnavailableError) || signal.aborted) throw error;
  }
}

/** The records in the blocks of a difference that explain it; null when their sum does not. */
async function explaining(
  { transactions, wallets }: BalanceCheckDeps,
  { organisation }: DifferenceRef,
  { walletId, chain, tokenAddress, difference, recorded, fromHeight, toHeight, fromTime, toTime }: StoredDifference,
): Promise<string[] | null> {
  const wallet = (await wallets.byId(organisation, [walletId])).get(walletId);
  if (wallet === undefined) return null;
  const changes: { id: string; amount: string }[] = [];
  // The times of a chain's blocks may go backwards.
  const [from, to] = [fromTime, toTime].toSorted();
  for await (const records of transactions.all(organisation, { walletId, chain, from, to })) {
    for (const record of records) {
      if (record.blockNumber < fromHeight || record.blockNumber > toHeight) continue;
      const { native, tokens } = changeOf(record, wallet.address);
      const own = tokens.filter((token) => token.tokenAddress === tokenAddress).map(({ amount }) => amount);
      changes.push({ id: record.id, amount: tokenAddress === null ? native : sum(own) });
    }
  }
  const explained = minus(sum(changes.map(({ amount }) => amount)), recorded);
  if (explained !== difference) return null;
  return changes.filter(({ amount }) => amount !== '0').map(({ id }) => id);
}
