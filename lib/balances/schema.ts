import * as z from 'zod';
import { ChainId } from '../chains/registry.ts';
import { SignedDecimal, sum } from '../values/decimal.ts';
import { Instant, paging } from '../values/fields.ts';
import { OrganisationId, Uuid } from '../values/ids.ts';

const Height = z.int().min(0);

/**
 * A finished check: the balances of all watched addresses of a chain were compared after this block, or after a later
 * block that the balance names.
 */
export const BalanceCheck = z.object({
  height: Height,
  hash: z.string(),
  at: Instant,
  /** The time of the last check that read all token balances of the chain. */
  tokensAt: Instant,
  /** Whether one of the addresses has code; absent when nobody knows. */
  watchesCode: z.boolean().optional(),
});
export type BalanceCheck = z.output<typeof BalanceCheck>;

/** How far a round has come, which checks all balances of a chain stretch by stretch, in the order of the addresses. */
export const Round = z.object({
  /** The block of the first stretch. A later stretch stores what moved with its own, later block. */
  height: Height,
  hash: z.string(),
  /** The last address that was compared, in match form. */
  upTo: z.string(),
  /** How many addresses were compared. */
  addresses: z.int(),
  /** Whether the round also compares the tokens that moved earlier. */
  isDaily: z.boolean(),
  /** Whether one of the addresses so far has code; absent when nobody knows. */
  watchesCode: z.boolean().optional(),
});
export type Round = z.output<typeof Round>;

/** A difference of an organisation that is still open. */
export const DifferenceRef = z.object({ organisation: OrganisationId, id: Uuid });
export type DifferenceRef = z.output<typeof DifferenceRef>;

/** A block at an end of the range in which a deviation arose. */
export interface RangeEnd {
  readonly height: number;
  readonly hash: string;
  readonly timestamp: string;
}

/** A balance that deviates from the records. Amounts in whole units. */
export interface Finding {
  readonly chain: ChainId;
  /** In match form. */
  readonly form: string;
  readonly asset: string;
  readonly tokenAddress: string | null;
  readonly expected: string;
  readonly actual: string;
  readonly from: RangeEnd;
  readonly to: RangeEnd;
  /** Whether the deviation arose somewhere between `from` and `to`, which may be the same block. */
  readonly isRange?: boolean;
  /** For a deviation in one block of a compared range: the first height of the range. */
  readonly since?: number;
  /** The sum of the records in the range. */
  readonly recorded: string;
}

/** The native balance of a watched address. One item serves all organisations that watch the address. */
export const WatchedBalance = z.object({
  /** In match form. */
  sk: z.string(),
  /** The balance in whole units; absent before the first check. */
  amount: z.string().optional(),
  /** The height at which a check found `amount` to be new. Later checks confirm the amount without a write. */
  height: Height.optional(),
  /** The hash of the block at `height`. */
  hash: z.string().optional(),
  /** The last scanned height when an organisation began to watch the address. */
  from: Height.optional(),
  /**
   * Which organisation stopped watching the address last, and when; false when nobody did. The next check looks whether
   * any organisation still watches the address.
   */
  left: z.union([z.string(), z.literal(false)]),
  open: z.array(DifferenceRef).optional(),
});
export type WatchedBalance = z.output<typeof WatchedBalance>;

/** The balance of a token that moved from or to a watched address. */
export const TokenBalance = z.object({
  sk: z.string(),
  /** The owner, in canonical form. */
  address: z.string(),
  tokenAddress: z.string(),
  asset: z.string(),
  /** The balance after the block at `height`; null when the contract stated none. */
  amount: z.string().nullable(),
  height: Height,
  checkedAt: Instant,
  /** The sum of the movements that were recorded after `height`, and up to which height they are summed. */
  moved: SignedDecimal,
  movedTo: Height,
  /** The hash of the block at `movedTo`. */
  hash: z.string(),
  /**
   * Whether the last movements deviated: rebasing and fee-on-transfer tokens deviate each time, and are reported once.
   */
  isIrregular: z.boolean(),
  open: z.array(DifferenceRef).optional(),
});
export type TokenBalance = z.output<typeof TokenBalance>;

/** Whether the token moved since its last comparison, also when the movements cancel each other out. */
export const hasMoved = ({ height, movedTo }: Pick<TokenBalance, 'height' | 'movedTo'>): boolean => movedTo > height;

/**
 * The balance with what moved since, which is never negative: a fee-on-transfer token can have fewer units than its
 * movements say. Null for a contract that states no balance.
 */
export function presentAmount({ amount, moved }: Pick<TokenBalance, 'amount' | 'moved'>): string | null {
  return amount === null ? null : notNegative(sum([amount, moved]));
}

/** A balance that records state too low is none. */
export const notNegative = (amount: string): string => (amount.startsWith('-') ? '0' : amount);

export const DifferenceStatus = z.enum(['open', 'explained']);

/** A deviation of a balance from the records of a wallet, as the API answers it. */
export const Reconciliation = z
  .object({
    id: Uuid,
    walletId: Uuid,
    chain: ChainId,
    asset: z.string(),
    tokenAddress: z.string().nullable(),
    expected: SignedDecimal.describe('What the records say'),
    actual: z.string().describe('What the chain says'),
    difference: SignedDecimal.describe('actual minus expected, with a leading - when negative'),
    fromHeight: Height.describe('The deviation arose in the blocks from this height …'),
    toHeight: Height.describe('… to this height'),
    status: DifferenceStatus,
    explanation: z.string().nullable(),
    transactionIds: z.array(Uuid).describe('The records that explain the deviation'),
    createdAt: Instant,
    explainedAt: Instant.nullable(),
  })
  .meta({ id: 'Reconciliation' });
export type Reconciliation = z.output<typeof Reconciliation>;

/** A difference as stored. */
export const StoredDifference = Reconciliation.extend({
  /** The hash of the block at `toHeight`. A reorganisation that replaces the block ends the difference. */
  blockHash: z.string(),
  /** The timestamps of the blocks at both heights. */
  fromTime: Instant,
  toTime: Instant,
  /** The sum of the wallet's records in the blocks when the difference was found. */
  recorded: SignedDecimal,
  deliveryIds: z.array(Uuid),
});
export type StoredDifference = z.output<typeof StoredDifference>;

export const ReconciliationQuery = z.strictObject({
  ...paging,
  walletId: Uuid.optional(),
  chain: ChainId.optional(),
  status: DifferenceStatus.optional(),
});
export type ReconciliationQuery = z.output<typeof ReconciliationQuery>;

export const BalanceQuery = z.strictObject({
  ...paging,
  onChain: z.enum(['true', 'false']).optional().describe('`true` also asks the nodes for each native balance now'),
});

/** A balance as the API answers it. */
export const Balance = z
  .object({
    chain: ChainId,
    asset: z.string(),
    tokenAddress: z.string().nullable(),
    amount: z.string().describe('Of the last check, with what the records say since'),
    valueUsd: z.string().nullable(),
    height: Height.describe('The block after which the wallet had the balance'),
    at: Instant.describe('The time of the last check'),
    status: z
      .enum(['matched', 'difference', 'pending'])
      .describe('pending: movements since the last check; difference: an open difference exists'),
    onChain: z
      .object({
        amount: z.string(),
        valueUsd: z.string().nullable(),
        at: Instant.describe('When the nodes answered'),
      })
      .nullable()
      .default(null)
      .describe('What the nodes of the chain say now; null for tokens, without `onChain=true`, or if no node answers'),
  })
  .meta({ id: 'Balance' });
export type Balance = z.output<typeof Balance>;

/** A difference without the fields that only the checks read. */
export const reconciliationResponse = (difference: StoredDifference): Reconciliation =>
  Reconciliation.parse(difference);
