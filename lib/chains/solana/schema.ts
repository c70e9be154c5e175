import * as z from 'zod';

/**
 * The fields that the decoder reads from a node's answers to `getTransaction` and `getBlock` with `encoding: 'json'`.
 * Unknown versions, programs and fields pass. Fields that old blocks lack may be missing. Some archives keep answers in
 * the `jsonParsed` encoding, which the decoder reads in part.
 */
const Index = z.number().int().nonnegative();

/**
 * A list whose elements one function checks. A block has hundreds of thousands of such elements, and a zod schema for
 * each element would cost more than the rest of the decoding.
 */
const listOf = <T>(isElement: (value: unknown) => value is T) =>
  z.custom<readonly T[]>((list) => Array.isArray(list) && list.every(isElement));

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
export const isString = (value: unknown): value is string => typeof value === 'string';
const isIndex = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const isDigits = (value: unknown): value is string => isString(value) && /^\d{1,20}$/.test(value);

/** Lamports: an integer, or a string where `JSON.parse` would round the integer. */
export const isLamports = (value: unknown): value is number | string => isIndex(value) || isDigits(value);
const Lamports = z.custom<number | string>(isLamports);
const Digits = z.custom<string>(isDigits);
const Strings = listOf(isString);

/** In the `jsonParsed` encoding, keys are objects and include the loaded addresses. */
const Key = z.union([z.string(), z.object({ pubkey: z.string() }).transform(({ pubkey }) => pubkey)]);

export const Instruction = z.object({
  programIdIndex: Index.optional(),
  accounts: listOf((each) => isIndex(each) || isString(each)).optional(),
  /** Base58. */
  data: z.string().optional(),
  /**
   * In the `jsonParsed` encoding: the program, and `parsed` in place of `accounts` and `data` if the node knows the
   * program.
   */
  programId: z.string().optional(),
  parsed: z.unknown().optional(),
});
export type Instruction = z.output<typeof Instruction>;

/** A transaction names an account by one byte, so it has at most this many accounts. */
export const MOST_ACCOUNTS = 256;
/** Far more instructions than a transaction runs, the inner ones included: today at most 64. */
export const MOST_CALLS = 2_048;

export const Signed = z.object({
  signatures: z.array(z.string()).min(1),
  message: z.object({
    accountKeys: z.array(Key).min(1).max(MOST_ACCOUNTS),
    instructions: z.array(Instruction).max(MOST_CALLS),
    /** Missing in the `jsonParsed` encoding. */
    header: z.object({ numReadonlyUnsignedAccounts: Index }).optional(),
  }),
});
export type Signed = z.output<typeof Signed>;

const TokenBalance = z.object({
  accountIndex: Index,
  mint: z.string(),
  /** Blocks of 2021 and before lack `owner` and `programId`. */
  owner: z.string().optional(),
  programId: z.string().optional(),
  uiTokenAmount: z.object({ amount: Digits, decimals: z.number().int().min(0).max(255) }),
});
export type TokenBalance = z.output<typeof TokenBalance>;

export const Meta = z.object({
  err: z.unknown(),
  fee: Lamports,
  preBalances: listOf(isLamports),
  postBalances: listOf(isLamports),
  preTokenBalances: z.array(TokenBalance).max(MOST_ACCOUNTS).nullish(),
  postTokenBalances: z.array(TokenBalance).max(MOST_ACCOUNTS).nullish(),
  innerInstructions: z.array(z.object({ index: Index, instructions: z.array(Instruction) })).nullish(),
  loadedAddresses: z.object({ writable: Strings, readonly: Strings }).nullish(),
  logMessages: Strings.nullish(),
});
export type Meta = z.output<typeof Meta>;

/** Whether a transaction failed. The error of a successful transaction is null or missing. */
export const hasFailed = ({ err }: { readonly err?: unknown }): boolean => err !== null && err !== undefined;

/** Seconds since 1970. Required, because a record needs a time. */
const BlockTime = z.number().int();

export const SolanaTransaction = z.object({ slot: Index, blockTime: BlockTime, transaction: Signed, meta: Meta });
export type SolanaTransaction = z.output<typeof SolanaTransaction>;

/** The slots that have a block, in the order of the chain, as `getBlocks` lists them. */
export const Slots = z.array(Index);
export const Slot = Index;

/** The place of a block in the chain, as `getBlock` answers for a slot. The answer does not name the slot. */
export const Link = z.object({
  blockhash: z.string().min(1),
  previousBlockhash: z.string().min(1),
  parentSlot: Index,
  blockTime: BlockTime,
});
export type Link = z.output<typeof Link>;

/** A transaction of a block before it is checked. */
export interface RawTransaction {
  readonly transaction: Readonly<Record<string, unknown>>;
  readonly meta: unknown;
  /** The first of the transaction's signatures. */
  readonly hash: string;
}

/**
 * A whole block. The decoder checks each transaction alone, because a malformed transaction must not stop the other
 * transactions.
 */
export const SolanaBlock = Link.extend({
  transactions: z.array(z.unknown()).transform((each) => each.map(rawTransaction)),
});

/** @throws Error when the transaction has no signature, because a record needs the hash. */
export function rawTransaction(value: unknown): RawTransaction {
  if (isObject(value) && isObject(value.transaction) && Array.isArray(value.transaction.signatures)) {
    const hash: unknown = value.transaction.signatures[0];
    if (isString(hash)) return { transaction: value.transaction, meta: value.meta, hash };
  }
  throw new Error('a transaction without a signature');
}

/** The answer of `getMultipleAccounts`: an account for each address of the request, in order; null for no account. */
export const Accounts = z.object({
  context: z.object({ slot: Index }),
  value: z.array(z.object({ lamports: Lamports }).nullable()),
});

const Base64 = z.tuple([z.base64(), z.literal('base64')]).transform(([data]) => Buffer.from(data, 'base64'));

/** The answer of `getMultipleAccounts` with the data of the accounts. */
export const AccountData = z.object({ value: z.array(z.object({ owner: z.string(), data: Base64 }).nullable()) });
export type AccountData = z.output<typeof AccountData>;

/** The answer of `getTokenAccountsByOwner`. */
export const OwnedAccounts = z.object({
  context: z.object({ slot: Index }),
  value: z.array(z.object({ pubkey: z.string(), account: z.object({ owner: z.string(), data: Base64 }) })),
});
export type OwnedAccounts = z.output<typeof OwnedAccounts>;
