/** What every chain family decodes from its chains. Amounts are exact decimal strings in whole units. */

/** The standard of a chain's own asset. Every family has this standard. */
export const NATIVE = 'native';

/** The amount that a sender gave to a movement with several senders. */
export interface Share {
  readonly from: string;
  readonly amount: string;
}

/**
 * How a transaction states a movement: as its own value, as a call inside it, as an event in its logs, or as a
 * withdrawal from a validator. Families without calls state every movement as `value`.
 */
export const ORIGINS = ['value', 'call', 'log', 'withdrawal'] as const;
export type Origin = (typeof ORIGINS)[number];

/** One movement of value in a transaction, as the chain states it and before any wallet looks at it. */
export interface Movement {
  /** Symbol of the asset, cleaned and bounded; the token address where the contract has no symbol. */
  asset: string;
  tokenAddress: string | null;
  tokenId: string | null;
  /** One of the family's standards, or `native`. */
  standard: string;
  /** The sender; of several senders the first of `shares`. */
  from: string;
  to: string;
  /** All that arrived at `to`, from all senders. */
  amount: string;
  /**
   * Set where the amount counts the smallest unit of the token, because the decimals of the token are unknown. Such an
   * amount is never less than the amount in whole units, and has no USD value.
   */
  isRaw?: true;
  /**
   * The amount that each sender gave, where a transaction has several inputs. The shares sum to `amount`. Each sender
   * is named once. A decoder leaves `to` out of the senders: change that returns to a sender is no movement.
   */
  shares?: readonly [Share, ...Share[]];
  /**
   * Set where the balance of one end alone changes: an escrow or a payment channel takes the amount from its owner now,
   * or gives it to its receiver now; a payer wraps SOL and pays with it at once. The other end has no transfer.
   */
  seenBy?: 'sender' | 'receiver';
  /**
   * Set where the ledger takes an amount from its owner, or gives it back to its owner, such as a cancelled escrow. The
   * other end is the issuer, or an address without an owner, and stands for the owner.
   */
  isHeld?: true;
  /** Set where this movement made the token. */
  isMint?: true;
  /** Set where this movement is only the rent of an account that the transaction created or closed. */
  isRent?: true;
  /** Without an origin, the movement is the transaction's own value. */
  origin?: Origin;
}

/** A right to spend that an owner granted or revoked. */
export interface Approval {
  /** A standard of the family, or `Permit2`. */
  standard: string;
  /** Symbol of the token, as in `Movement`. */
  asset: string;
  tokenAddress: string;
  /** The one token of an ERC-721 approval; null for all others. */
  tokenId: string | null;
  owner: string;
  spender: string;
  /** What the spender may move, exact; `0` for a revocation. Null for an approval of all tokens of a contract. */
  amount: string | null;
  /** Whether the amount is so great that it limits nothing. */
  unlimited: boolean;
  /** False for a revocation. */
  approved: boolean;
  /** ISO 8601; null for an approval that does not expire. */
  expiresAt: string | null;
}

/** The kinds of a change of authority, in the order of the API. */
export const AUTHORITY_KINDS = [
  'owner_added',
  'owner_removed',
  'threshold_changed',
  'module_enabled',
  'module_disabled',
  'guard_changed',
  'implementation_changed',
  'ownership_transferred',
  'role_granted',
  'role_revoked',
  'regular_key_set',
  'signer_list_set',
  'master_key_disabled',
  'token_authority_set',
  'account_closed',
  'admin_changed',
  'fallback_handler_changed',
  'delegation_set',
  'delegation_cleared',
] as const;
export type AuthorityKind = (typeof AUTHORITY_KINDS)[number];

/** A change of who may act for an address. */
export interface AuthorityChange {
  kind: AuthorityKind;
  /** The address whose authority changed. */
  subject: string;
  /** The value or the member before the change; null when it is unknown or when there was none. */
  before: string | null;
  after: string | null;
  /** Another address whose record shows the change: the owner of a token account. */
  holder?: string;
}

/** A tag that a transaction states for one of its accounts: its receiver or its sender. */
export interface AccountTag {
  readonly address: string;
  readonly tag: number;
}

/** A call that an operation of a smart account makes. */
export interface OperationCall {
  to: string;
  kind: 'transfer' | 'contract_call';
  /** As those of a transaction. */
  methodName: string | null;
  methodSelector: string | null;
}

/** What a smart account did by its own signature, in a transaction that somebody else sent (ERC-4337). */
export interface Operation {
  account: string;
  /** Who paid the fee in place of the account. */
  paymaster: string | null;
  status: 'success' | 'failed';
  /** In order, at most 32; none where the transaction does not show them. */
  calls: OperationCall[];
}

/** The kinds of a reference, in the order of the API. */
export const REFERENCE_KINDS = ['source_tag', 'invoice_id', 'memo', 'reference'] as const;
export type ReferenceKind = (typeof REFERENCE_KINDS)[number];
export const REFERENCE_ENCODINGS = ['text', 'hex'] as const;

/** What a transaction says about the purpose of its payment. `lib/chains/port/references.ts` makes and bounds it. */
export interface Reference {
  kind: ReferenceKind;
  /** At most 256 code points: text that is safe to show, or hex in capitals. */
  value: string;
  encoding: (typeof REFERENCE_ENCODINGS)[number];
  /** Whether the transaction states more than `value`. */
  truncated: boolean;
}

/** A balance after a transaction that its movements and fees do not explain. Amounts in whole units, exact. */
export interface Deviation {
  /** The owner, in canonical form. */
  readonly address: string;
  readonly asset: string;
  readonly tokenAddress: string | null;
  /** The balance before the transaction, plus and minus the movements, less fees. May be below zero: `-0.5`. */
  readonly expected: string;
  /** The balance after the transaction. */
  readonly actual: string;
}

/**
 * What the movements of a transaction come from: `full` when they include every movement, `logs` when the calls inside
 * the transaction are unknown.
 */
export const DETAILS = ['full', 'logs'] as const;
export type Detail = (typeof DETAILS)[number];

/** A transaction decoded from the chain, independent of any wallet or organisation. */
export interface DecodedTransaction {
  /** Id of the chain. */
  chain: string;
  hash: string;
  blockNumber: number;
  /** ISO 8601, UTC, milliseconds. */
  blockTimestamp: string;
  status: 'success' | 'failed';
  fromAddress: string;
  /** Null for a contract deploy. */
  toAddress: string | null;
  /**
   * The kind of the transaction as a whole. Whether the transaction mints depends on the wallet, so `Movement.isMint`
   * marks the movements that mint.
   */
  kind: 'transfer' | 'contract_call' | 'contract_deploy';
  /** Name from the selector table, or the 4-byte selector; null when the transaction called nothing. */
  methodName: string | null;
  /** EVM only: `0x` and 8 hex digits. */
  methodSelector: string | null;
  /** EVM only: effective gas price in gwei, decimal string. */
  gasPriceGwei: string | null;
  /** Total fee in the native asset, decimal string. */
  feeAmount: string;
  /**
   * The native movements first, the greatest native movement at the head: a record shows the first movement, which must
   * be the payment and not a deposit beside the payment. Token movements follow in on-chain order. Empty for a failed
   * transaction.
   */
  movements: Movement[];
  /** The sender, where the transaction called a token to mint it for anybody. */
  minter?: string;
  /** What a payment delivered in all, where other movements than the delivery exist. For views without a wallet. */
  delivered?: Movement;
  /**
   * All addresses that signed, where others than `fromAddress` signed. On Solana also a vault that deployed a program,
   * for which another program signs. The transaction touches each of them.
   */
  signers?: string[];
  /** In on-chain order. Without approvals: none. */
  approvals?: Approval[];
  /** In on-chain order. Without operations: none. */
  operations?: Operation[];
  /** In on-chain order. Without authority: none. */
  authority?: AuthorityChange[];
  /** The number by which the receiver of a payment tells its own customers apart. 0 is a tag. XRP Ledger only. */
  destinationTag?: number;
  /**
   * The tags that tell the owners of a shared account apart: a payment is received with a destination tag and sent with
   * a source tag. Families with tags state this field in each transaction.
   */
  accountTags?: AccountTag[];
  /** In on-chain order, at most 10. Without references: none. */
  references?: Reference[];
  /** Without detail: `full`. */
  detail?: Detail;
  /** Where the transaction's own metadata contradict its movements. Without deviations: none. */
  deviations?: readonly Deviation[];
}
