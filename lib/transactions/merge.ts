import { isDeepStrictEqual } from 'node:util';
import { StoredTransaction } from './schema.ts';

/** What finding a transaction in a block changes of the record that is there of it. */
export interface Found {
  readonly set: Partial<StoredTransaction>;
  /** Whether this is another inclusion, of which the rules are asked anew. */
  readonly anew: boolean;
}

/** What the chain tells: all of a record but its identity, what people made of it, and its history here. */
const Told = StoredTransaction.omit({
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
 * What becomes of a record whose transaction a watcher has found in a block; null when that is nothing new.
 *
 * - Known by its body only (an import): the block is learned, and the record goes on telling what its body said.
 * - Orphaned: the record tells what the chain now tells, and its rules are asked anew, since what they said was
 *   retracted.
 * - In another block, and not orphaned: the same, but where it did there what it had done before, alerts stay as they
 *   were decided. Where it did something else (it failed, it moved other amounts) they were of what did not happen, and
 *   the evaluation of this inclusion retracts them.
 */
export function foundAgain(stored: StoredTransaction, seen: StoredTransaction): Found | null {
  // One signed EVM transaction can be valid on two chains. It is recorded of the first, and is not moved to and fro.
  if (seen.source !== 'watch' || seen.blockHash === null || seen.chain !== stored.chain) return null;
  const { blockHash, reorged, inclusion } = stored;
  if (blockHash === seen.blockHash && !reorged) return null;
  if (blockHash === null) return { set: { blockHash: seen.blockHash, reorged, inclusion }, anew: false };
  const anew = reorged || !isDeepStrictEqual(done(stored), done(seen));
  return { set: { ...Told.parse(seen), reorged: false, inclusion: inclusion + (anew ? 1 : 0) }, anew };
}

/** What it did to the wallet. Its worth in USD is not of it: that changes with the minute of the block. */
const done = ({ status, transfers }: StoredTransaction) => ({
  status,
  transfers: transfers.map(({ valueUsd: _, ...movement }) => movement),
});
