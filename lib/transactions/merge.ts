import { isDeepStrictEqual } from 'node:util';
import { NATIVE } from '../chains/port/chain.ts';
import { LEAST_DAYS_KEPT } from '../platform/env.ts';
import { plusDays } from '../values/time.ts';
import { statedIn } from './effects.ts';
import { StoredTransaction } from './schema.ts';

/** The changes that a block makes in the stored record of a transaction. */
export interface ChangeByBlock {
  readonly set: Partial<StoredTransaction>;
  /** Whether the rules are evaluated on the changed record. */
  readonly isEvaluated: boolean;
}

/**
 * The fields that the chain states: all but the identity of a record, the notes and tags of people, and the history of
 * the record here.
 */
const StatedByChain = StoredTransaction.omit({
  id: true,
  walletId: true,
  notes: true,
  tags: true,
  annotatedBy: true,
  annotatedByName: true,
  source: true,
  createdAt: true,
  reorged: true,
  inclusion: true,
  firstInclusion: true,
  revision: true,
});

/**
 * The changes that a transaction in a block makes in the stored record; null when the record stays as it is.
 *
 * - The record is what an import stated, or what a node stated to an import: see `corrected` and `confirmed`.
 * - The record is orphaned: the record takes what the chain states now. The rules are evaluated again, because the
 *   alerts of the earlier inclusion were retracted.
 * - The record is in another block and is not orphaned: the record takes what the chain states now. When the
 *   transaction has the same effects in both blocks, its alerts stay as decided. When the effects differ (the
 *   transaction failed, or moved other amounts), the alerts describe events that did not happen, and the evaluation of
 *   the new inclusion retracts these alerts.
 * - The record is in this block, and only now a node states the calls inside the transaction: see `completed`.
 */
export function changeByBlock(stored: StoredTransaction, found: StoredTransaction): ChangeByBlock | null {
  const change = statedChange(stored, found);
  if (change === null || change.isEvaluated) return change;
  return { ...change, set: { ...change.set, ...keptValues(stored, change.set) } };
}

function statedChange(stored: StoredTransaction, found: StoredTransaction): ChangeByBlock | null {
  const { blockHash, reorged, inclusion } = stored;
  if (found.verified && !stored.verified && !reorged) return corrected(stored, found);
  if (found.source === 'import' || found.blockHash === null) return null;
  // A signed EVM transaction can be valid on two chains. The record belongs to the first chain and never moves.
  if (found.chain !== stored.chain) return null;
  if (blockHash === null) return confirmed(stored, found);
  if (blockHash === found.blockHash && !reorged) return completed(stored, found);
  const isNewInclusion = reorged || !isDeepStrictEqual(effectsOf(stored), effectsOf(found));
  return {
    set: { ...StatedByChain.parse(found), reorged: false, inclusion: inclusion + (isNewInclusion ? 1 : 0) },
    isEvaluated: isNewInclusion,
  };
}

/**
 * The changes when a block, or a node at a later import, states a transaction that only the body of an import has
 * stated, also on another chain of the family: a caller who knows a hash before its broadcast may import anything under
 * it. When something else moved, a new inclusion begins, and each rule decides again. Otherwise only the rules decide
 * that did not fire on the body, which states no token address, no method and no approval. A signed transaction may be
 * broadcast long after its import, so this has no end in time: an alert too many is better than none.
 */
function corrected(stored: StoredTransaction, found: StoredTransaction): ChangeByBlock {
  const isContradicted = !isDeepStrictEqual(movedIn(stored), movedIn(found));
  return { set: taken(stored, found, isContradicted), isEvaluated: true };
}

/**
 * The changes when a block states a transaction that a node has stated to an import. The facts are the same, unless the
 * node was wrong, a reorganisation came between, or only one of both knows the calls inside the transaction.
 */
function confirmed(stored: StoredTransaction, found: StoredTransaction): ChangeByBlock {
  const { inclusion, reorged } = stored;
  if (stored.detail === 'full' && found.detail === 'logs' && stored.blockNumber === found.blockNumber) {
    return { set: { blockHash: found.blockHash, inclusion, reorged }, isEvaluated: false };
  }
  const isCompleted = stored.detail === 'logs' && found.detail === 'full';
  const differs = !isDeepStrictEqual(effectsOf(stored), effectsOf(found));
  return {
    set: taken(stored, found, differs && !isCompleted),
    isEvaluated: differs && (!isCompleted || isRecent(stored, found)),
  };
}

/** The facts of the block for the record of an import, whose earlier alerts stay. */
function taken(stored: StoredTransaction, found: StoredTransaction, isNewInclusion: boolean) {
  const inclusion = stored.inclusion + (isNewInclusion ? 1 : 0);
  const firstInclusion = isNewInclusion ? inclusion : stored.firstInclusion;
  return { ...StatedByChain.parse(found), reorged: false, inclusion, firstInclusion };
}

/**
 * The changes when the calls of a transaction become known, which were unknown when its record was made. The inclusion
 * stays: rules that were decided are not decided again, and no alert comes twice.
 */
function completed(stored: StoredTransaction, found: StoredTransaction): ChangeByBlock | null {
  if (stored.detail === 'full' || found.detail === 'logs') return null;
  const { inclusion, reorged } = stored;
  return {
    set: { ...StatedByChain.parse(found), inclusion, reorged },
    isEvaluated: isRecent(stored, found) && !isDeepStrictEqual(effectsOf(stored), effectsOf(found)),
  };
}

/**
 * The USD values of the stored record, and the headline that follows from them, when the transaction has the same
 * effects in another block and its price failed, now or before. A value that is known stays, and the rules that wait
 * for a price still wait for it.
 */
function keptValues(stored: StoredTransaction, set: Partial<StoredTransaction>): Partial<StoredTransaction> {
  const after = { ...stored, ...set };
  const isPending = stored.valueStatus === 'pending' || after.valueStatus === 'pending';
  if (!isPending || !isDeepStrictEqual(effectsOf(stored), effectsOf(after))) return {};
  const { transfers, approvals, authority, omitted, effects, valueUsd, valueStatus } = stored;
  const { direction, fromAddress, toAddress, tokenSymbol, tokenAmount } = stored;
  const values = { direction, fromAddress, toAddress, tokenSymbol, tokenAmount, valueUsd, valueStatus };
  // Two records may keep different entries of the same effects.
  if (effects !== null || after.effects !== null)
    return { ...values, transfers, approvals, authority, omitted, effects };
  const withOrigin = transfers.map((each, n) => ({ ...each, origin: after.transfers[n]?.origin ?? each.origin }));
  return { ...values, transfers: withOrigin };
}

/** Later, decisions on the record may have expired, and an alert would come twice. */
const isRecent = (stored: StoredTransaction, found: StoredTransaction): boolean =>
  new Date(found.createdAt) < plusDays(new Date(stored.createdAt), LEAST_DAYS_KEPT);

/**
 * The effects on the wallet. A record that keeps some of its effects has a digest of all. What it keeps depends on the
 * rules of the moment.
 */
const effectsOf = (record: StoredTransaction) => ({
  status: record.status,
  stated: record.effects?.stated ?? statedIn(record),
});

/** What moved, as far as the body of an import can state it: without the address, id and standard of a token. */
const movedIn = ({ status, transfers }: StoredTransaction) => ({
  status,
  moved: transfers.map(({ asset, standard, from, to, amount, direction }) => ({
    asset: asset.toLowerCase(),
    isNative: standard === NATIVE,
    from,
    to,
    amount,
    direction,
  })),
});
