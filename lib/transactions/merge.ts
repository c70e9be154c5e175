import { isDeepStrictEqual } from 'node:util';
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
  source: true,
  createdAt: true,
  reorged: true,
  inclusion: true,
  revision: true,
});

/**
 * The changes that a transaction in a block makes in the stored record; null when the record stays as it is.
 *
 * - The record comes from an import and has no block: the record learns its block and keeps what the import stated.
 * - The record is orphaned: the record takes what the chain states now. The rules are evaluated again, because the
 *   alerts of the earlier inclusion were retracted.
 * - The record is in another block and is not orphaned: the record takes what the chain states now. When the
 *   transaction has the same effects in both blocks, its alerts stay as decided. When the effects differ (the
 *   transaction failed, or moved other amounts), the alerts describe events that did not happen, and the evaluation of
 *   the new inclusion retracts these alerts.
 * - The record is in this block, and only now a node states the calls inside the transaction: see `completed`.
 */
export function changeByBlock(stored: StoredTransaction, found: StoredTransaction): ChangeByBlock | null {
  // A signed EVM transaction can be valid on two chains. The record belongs to the first chain and never moves.
  if (found.source === 'import' || found.blockHash === null || found.chain !== stored.chain) return null;
  const { blockHash, reorged, inclusion } = stored;
  if (blockHash === found.blockHash && !reorged) return completed(stored, found);
  if (blockHash === null) return { set: { blockHash: found.blockHash, reorged, inclusion }, isEvaluated: false };
  const isNewInclusion = reorged || !isDeepStrictEqual(effectsOf(stored), effectsOf(found));
  return {
    set: { ...StatedByChain.parse(found), reorged: false, inclusion: inclusion + (isNewInclusion ? 1 : 0) },
    isEvaluated: isNewInclusion,
  };
}

/**
 * The changes when the calls of a transaction become known, which were unknown when its record was made. The inclusion
 * stays: rules that were decided are not decided again, and no alert comes twice. A record of an import keeps what the
 * caller stated.
 */
function completed(stored: StoredTransaction, found: StoredTransaction): ChangeByBlock | null {
  if (stored.source === 'import' || stored.detail === 'full' || found.detail === 'logs') return null;
  const { inclusion, reorged } = stored;
  return {
    set: { ...StatedByChain.parse(found), inclusion, reorged },
    isEvaluated: isRecent(stored, found) && !isDeepStrictEqual(effectsOf(stored), effectsOf(found)),
  };
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
