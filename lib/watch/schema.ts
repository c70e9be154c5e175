import * as z from 'zod';
import { ChainId } from '../chains/registry.ts';
import { Instant } from '../values/fields.ts';
import { OrganisationId, Uuid } from '../values/ids.ts';

const Height = z.int().min(0);

/** Both ends included. */
export const HeightRange = z.object({ from: Height, to: Height });
export type HeightRange = z.output<typeof HeightRange>;

/** How far a chain is scanned: every block from `from` to `height`, and the ranges in `earlier`. */
export const Cursor = z.object({
  chain: ChainId,
  from: Height,
  /** The last scanned height; `from` - 1 before the first scan. */
  height: z.int().min(-1),
  /** The hash of the block at `height`; null before the first scan. */
  hash: z.string().nullable(),
  /** The timestamp of the block at `height`. */
  timestamp: Instant.nullable(),
  /**
   * The ranges scanned before an operator restarted the scans at another height, ascending. Blocks between are a gap.
   */
  earlier: z.array(HeightRange),
  /** Why the scans stopped until an operator resumes them; null while the chain is scanned. */
  stopped: z.object({ at: Instant, reason: z.string() }).nullable(),
  /** Since when the nodes report a reorganisation deeper than the stored blocks, and when one of them did so last. */
  tooDeep: z.object({ since: Instant, at: Instant }).nullable().default(null),
  /** The first height from which on every block up to `height` was traced; null when the last block was not. */
  tracedFrom: Height.nullable().default(null),
});
export type Cursor = z.output<typeof Cursor>;

/** The lease of the watcher that scans a chain, and the newest block that this watcher has found. */
export const Watcher = z.object({
  owner: z.string(),
  leaseUntil: Instant,
  /** The last watcher that asked for the lease, and the time of the request. */
  next: z.object({ owner: z.string(), at: Instant }).nullable().default(null),
  confirmations: z.int().min(0),
  head: Height.nullable().default(null),
  headAt: Instant.nullable().default(null),
});
export type Watcher = z.output<typeof Watcher>;

/** What a rule has judged of a balance that a check of balances found after a block. */
export const JudgedRef = z.object({
  ruleId: Uuid,
  walletId: Uuid,
  height: Height,
  /** Whether the rule began to follow the balance with this check. */
  isFirst: z.boolean(),
  /** What was judged, in case the chain returns to the block. References of earlier versions lack it. */
  balance: z
    .object({ asset: z.string(), symbol: z.string(), before: z.string().nullable(), amount: z.string() })
    .optional(),
});
export type JudgedRef = z.output<typeof JudgedRef>;

/**
 * A reference to a record that was made from the block with this hash, or to what a check of balances has judged after
 * this block. The id of the latter is that of the alert, if there is one.
 */
export const RecordRef = z.object({
  organisation: OrganisationId,
  id: Uuid,
  hash: z.string(),
  judged: JudgedRef.optional(),
});
export type RecordRef = z.output<typeof RecordRef>;

/**
 * A scanned block. The scan stores the block before it records the first transaction, so that a later scan finds every
 * record of an orphaned block. The last 128 blocks up to the cursor are needed to follow a reorganisation.
 * The references are items of their own: to the records of the block, and to records of replaced blocks. A scan that
 * stopped early may not have orphaned the latter.
 */
export const BlockRecord = z.object({
  height: Height,
  hash: z.string(),
  parentHash: z.string(),
  parentHeight: z.int().min(-1),
  timestamp: Instant,
});
export type BlockRecord = z.output<typeof BlockRecord>;
