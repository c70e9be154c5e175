import * as z from 'zod';
import { ChainId } from '../chains/registry.ts';
import { Instant } from '../values/fields.ts';
import { OrganisationId, Uuid } from '../values/ids.ts';

const Height = z.int().min(0);

/** Both ends included. */
export const HeightRange = z.object({ from: Height, to: Height });
export type HeightRange = z.output<typeof HeightRange>;

/** How far a chain is scanned: every block from `from` to `height`, and those of `earlier`. */
export const Cursor = z.object({
  chain: ChainId,
  from: Height,
  /** The last height scanned, `from` - 1 before the first. */
  height: z.int().min(-1),
  /** Of the block at `height`; null before the first, whose parent is not known. */
  hash: z.string().nullable(),
  /** Of that block. */
  timestamp: Instant.nullable(),
  /** What was scanned before an operator had the watcher begin anew; what lies between is a gap. Ascending. */
  earlier: z.array(HeightRange),
  /** Why the chain is not scanned until an operator has it go on; null while it is. */
  stopped: z.object({ at: Instant, reason: z.string() }).nullable(),
});
export type Cursor = z.output<typeof Cursor>;

/** Who scans a chain, and the newest block that was seen of it. */
export const Watcher = z.object({
  owner: z.string(),
  leaseUntil: Instant,
  /** The watcher that asked for the lease last, and when. */
  next: z.object({ owner: z.string(), at: Instant }).nullable().default(null),
  confirmations: z.int().min(0),
  head: Height.nullable().default(null),
  headAt: Instant.nullable().default(null),
});
export type Watcher = z.output<typeof Watcher>;

/** A record that was made of the block with this hash. */
export const RecordRef = z.object({ organisation: OrganisationId, id: Uuid, hash: z.string() });
export type RecordRef = z.output<typeof RecordRef>;

/**
 * A block that was scanned, or is about to be: it is written before the first of its transactions is recorded, so that
 * whatever was recorded of a block that is orphaned later can be found. The last 128 up to the cursor are the ring in which
 * a reorganisation is walked back.
 */
export const BlockRecord = z.object({
  height: Height,
  hash: z.string(),
  parentHash: z.string(),
  parentHeight: z.int().min(-1),
  timestamp: Instant,
  transactionCount: z.int().min(0),
  /**
   * As many as an item holds, the others are in parts of their own: those made of it, and those of the blocks it took the
   * place of, which a scan that dies may have left to be orphaned.
   */
  records: z.array(RecordRef),
});
export type BlockRecord = z.output<typeof BlockRecord>;
