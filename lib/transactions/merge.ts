import { isDeepStrictEqual } from 'node:util';
import { StoredTransaction } from './schema.ts';

/** The changes that a block makes in the stored record of a transaction. */
export interface ChangeByBlock {
  readonly set: Partial<StoredTransaction>;
  /** Whether the block is a new inclusion, whose rules are evaluated again. */
  readonly isNewInclusion: boolean;
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
 */
export function changeByBlock(stored: StoredTransaction, found: StoredTransaction): ChangeByBlock | null {
  // A signed EVM transaction can be valid on two chains. The record belongs to the first chain and never moves.
  if (found.source !== 'watch' || found.blockHash === null || found.chain !== stored.chain) return null;
  const { blockHash, reorged, inclusion } = stored;
  if (blockHash === found.blockHash && !reorged) return null;
  if (blockHash === null) return { set: { blockHash: found.blockHash, reorged, inclusion }, isNewInclusion: false };
  const isNewInclusion = reorged || !isDeepStrictEqual(effectsOf(stored), effectsOf(found));
  return {
    set: { ...StatedByChain.parse(found), reorged: false, inclusion: inclusion + (isNewInclusion ? 1 : 0) },
    isNewInclusion,
  };
}

/** The effects on the wallet. The value in USD is no effect, because the value changes with the minute of the block. */
const effectsOf = ({ status, transfers }: StoredTransaction) => ({
  status,
  transfers: transfers.map(({ valueUsd: _, ...movement }) => movement),
});
