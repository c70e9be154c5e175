import * as z from 'zod';
import { Lookalike } from '../chains/likeness.ts';
import { AUTHORITY_KINDS, DETAILS, ORIGINS, REFERENCE_ENCODINGS, REFERENCE_KINDS } from '../chains/port/chain.ts';
import { ChainId } from '../chains/registry.ts';
import { DecimalString } from '../values/decimal.ts';
import { Direction, Instant, InstantInput, name } from '../values/fields.ts';
import { Uuid } from '../values/ids.ts';
import { WalletSummary } from '../wallets/schema.ts';

export const TxType = z.enum(['transfer', 'contract_call', 'contract_deploy', 'token_mint']);
export type TxType = z.output<typeof TxType>;
export const TxStatus = z.enum(['success', 'failed']);

/** A movement of value from or to the wallet. `asset` is the token's symbol. */
export const Transfer = z.object({
  asset: z.string(),
  tokenAddress: z.string().nullable(),
  tokenId: z.string().nullable(),
  standard: z.string(),
  from: z.string(),
  to: z.string(),
  amount: z.string(),
  valueUsd: z.string().nullable(),
  direction: Direction,
  origin: z.enum(ORIGINS),
  lookalike: Lookalike.nullable().default(null).describe('A known address that the counterparty looks like'),
});
export type Transfer = z.output<typeof Transfer>;

/** A right to spend that the wallet granted, revoked or received. */
export const Approval = z
  .object({
    standard: z.string(),
    asset: z.string(),
    tokenAddress: z.string(),
    tokenId: z.string().nullable(),
    owner: z.string(),
    spender: z.string(),
    amount: z.string().nullable(),
    unlimited: z.boolean(),
    approved: z.boolean(),
    expiresAt: Instant.nullable(),
  })
  .meta({ id: 'Approval' });
export type Approval = z.output<typeof Approval>;

/** An approval as stored. A record names no address of its wallet, so `isOwner` tells rules who granted the right. */
const StoredApproval = Approval.extend({ isOwner: z.boolean(), lookalike: Lookalike.optional() });
export type StoredApproval = z.output<typeof StoredApproval>;

export const AuthorityKind = z.enum(AUTHORITY_KINDS);

/** A change of who may act for the wallet. */
export const AuthorityChange = z.object({
  kind: AuthorityKind,
  subject: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type AuthorityChange = z.output<typeof AuthorityChange>;

/** The number by which the receiver of a payment tells its own customers apart. */
export const DestinationTag = z.number().int().min(0).max(0xffffffff);

/** What the payer says about the purpose of the transaction. */
export const Reference = z
  .object({
    kind: z.enum(REFERENCE_KINDS),
    value: z.string().describe('At most 256 characters, safe to show'),
    encoding: z.enum(REFERENCE_ENCODINGS).describe('`hex` for a value that is no text'),
    truncated: z.boolean().describe('Whether the transaction states more than `value`'),
  })
  .meta({ id: 'Reference' });
export type Reference = z.output<typeof Reference>;

/** How a record came to be: by a caller, by a scan of blocks, or by a comparison of balances. */
export const Source = z.enum(['import', 'watch', 'reconcile']);

/**
 * Whether the USD value of a record is known, waits for a price because a source failed, or does not exist because
 * every source answered that it knows no price.
 */
export const ValueStatus = z.enum(['known', 'pending', 'unpriced']);
export type ValueStatus = z.output<typeof ValueStatus>;

const Count = z.number().int().min(0);

/** How many entries of a transaction its record leaves out. */
export const Omitted = z.object({ transfers: Count, approvals: Count, authority: Count });
export type Omitted = z.output<typeof Omitted>;

/** Where all effects of a transaction are stored when its record leaves out some: see `effects.ts`. */
const EffectsRef = z.object({
  /** Of all effects. */
  digest: z.string(),
  /** How many items hold the effects. */
  parts: z.number().int(),
  /** The digest of what the chain states: without values in USD. */
  stated: z.string(),
});
export type EffectsRef = z.output<typeof EffectsRef>;

/**
 * A transfer as stored. A caller reads `from` alone; rules also look at the other senders of a transfer with several
 * senders.
 */
const StoredTransfer = Transfer.extend({
  senders: z.array(z.string()).optional(),
  lookalike: Lookalike.nullish(),
  /** As in `Movement`. */
  isRaw: z.literal(true).optional(),
  isRent: z.literal(true).optional(),
  isHeld: z.literal(true).optional(),
  /** Which end of an internal transfer the wallet is. In other directions the wallet is the one end that is ours. */
  side: z.enum(['sends', 'receives', 'both']).optional(),
  /** Present while the USD value waits for a price, because a source failed. */
  valuePending: z.literal(true).optional(),
});
export type StoredTransfer = z.output<typeof StoredTransfer>;

/** A transaction as stored. The label of the wallet is not part of the record: each answer reads the wallet. */
export const StoredTransaction = z.object({
  id: Uuid,
  walletId: Uuid,
  hash: z.string(),
  chain: z.string(),
  blockNumber: z.number().int(),
  blockTimestamp: Instant,
  direction: Direction,
  txType: TxType,
  status: TxStatus,
  fromAddress: z.string(),
  toAddress: z.string().nullable(),
  tokenSymbol: z.string(),
  tokenAmount: z.string(),
  valueUsd: z.string().nullable(),
  valueStatus: ValueStatus.describe('`pending` while a transfer waits for its price, because a source failed'),
  methodName: z.string().nullable(),
  /** Hash of the block that holds the transaction; null while only an import has stated the transaction. */
  blockHash: z.string().nullable(),
  /**
   * Whether the block of `blockHash` is no longer part of the chain. The transaction counts again when another block
   * includes it.
   */
  reorged: z.boolean().meta({ default: false }),
  /**
   * How often a reorganisation included the transaction again, or a block contradicted an import. Decisions on an
   * earlier inclusion do not count for the present inclusion.
   */
  inclusion: z.number().int(),
  /** The first inclusion that a block has stated. Alerts of earlier inclusions are about an import, and stay. */
  firstInclusion: z.number().int(),
  /** Counts the changes of the record since it was made. */
  revision: z.number().int(),
  /** EVM only; lets a rule match a full signature. */
  methodSelector: z.string().nullable(),
  /**
   * The signer of the transaction and the called contract, where a token transfer names other addresses; null when only
   * an import has stated the transaction.
   */
  sender: z.string().nullable(),
  called: z.string().nullable(),
  /** What the wallet called besides `called`, where it is a smart account that makes several calls at once. */
  furtherCalls: z
    .array(z.object({ to: z.string(), methodName: z.string().nullable(), methodSelector: z.string().nullable() }))
    .optional(),
  /**
   * The wallet did not sign the transaction, so a stranger may have made it at will. Absent when the wallet signed,
   * when the transaction called the wallet and the wallet acted, and when only a caller has stated the transaction.
   */
  unsigned: z.literal(true).optional(),
  gasPriceGwei: z.string().nullable(),
  feeAmount: z.string(),
  destinationTag: DestinationTag.nullable().describe('XRP Ledger only. 0 is a tag'),
  references: z.array(Reference),
  transfers: z.array(StoredTransfer),
  /** `logs` when no node could state the calls inside the transaction, so that movements may be missing. */
  detail: z.enum(DETAILS),
  approvals: z.array(StoredApproval),
  authority: z.array(AuthorityChange),
  omitted: Omitted.describe('How many entries of the transaction the record leaves out'),
  /** Null for a record with all effects. */
  effects: EffectsRef.nullable(),
  verified: z.boolean().describe('Whether a node or a watched block has stated the facts of the record'),
  notes: z.string(),
  tags: z.array(z.string()),
  annotatedBy: z.string().nullable().describe('Id of the API key or of the person who last wrote notes or tags'),
  annotatedByName: z.string().nullable().describe('Name of this key or person at that time'),
  source: Source,
  createdAt: Instant,
});
export type StoredTransaction = z.output<typeof StoredTransaction>;

/** Fields for rules and watchers, which the API does not show. */
const internal = {
  methodSelector: true,
  sender: true,
  called: true,
  furtherCalls: true,
  unsigned: true,
  blockHash: true,
  inclusion: true,
  firstInclusion: true,
  revision: true,
  effects: true,
} as const;

/** Null in alerts of earlier versions. */
const EndLabel = z.string().nullable().default(null).describe('Of the own wallet, or else in the address book');
export const Transaction = StoredTransaction.omit(internal)
  .extend({
    transfers: z.array(Transfer),
    approvals: z.array(Approval),
    wallet: WalletSummary,
    fromLabel: EndLabel,
    toLabel: EndLabel,
    summary: z.string().describe('One sentence about the record, for people. Its wording may change'),
  })
  .meta({ id: 'Transaction' });
export type Transaction = z.output<typeof Transaction>;

export const ImportTransaction = z
  .strictObject({
    walletId: Uuid,
    hash: z.string().max(128),
    chain: ChainId,
    blockNumber: z.number().int().min(0),
    blockTimestamp: InstantInput,
    fromAddress: z.string().min(1).max(128),
    toAddress: z.string().min(1).max(128).nullish(),
    valueDecimal: DecimalString.default('0'),
    tokenSymbol: name(64).optional(),
    txType: TxType.default('transfer'),
    status: TxStatus.default('success'),
  })
  .meta({ id: 'ImportTransaction' });
export type ImportTransaction = z.output<typeof ImportTransaction>;

/** A record that existed before the import. */
export const ExistingTransaction = Transaction.extend({ alreadyExists: z.literal(true) }).meta({
  id: 'ExistingTransaction',
});
