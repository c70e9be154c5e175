import * as z from 'zod';

/**
 * What the decoder reads of a node's answers to `getTransaction` and `getBlock` with `encoding: 'json'`, and nothing
 * else. Lenient: unknown versions, programs and fields pass, what old blocks lack may be missing, and the `jsonParsed`
 * encoding, in which some archives keep their answers, is read as far as it goes.
 */
const Index = z.number().int().nonnegative();

/**
 * A list checked by one function: a block has hundreds of thousands of such elements, on each of which a schema of its
 * own costs more than all the rest of the decoding.
 */
const listOf = <T>(isElement: (value: unknown) => value is T) =>
  z.custom<readonly T[]>((list) => Array.isArray(list) && list.every(isElement));

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
export const isString = (value: unknown): value is string => typeof value === 'string';
const isIndex = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const isDigits = (value: unknown): value is string => isString(value) && /^\d{1,20}$/.test(value);

/** Lamports: an integer, as a string where `JSON.parse` would round it. */
const isLamports = (value: unknown): value is number | string => isIndex(value) || isDigits(value);
const Lamports = z.custom<number | string>(isLamports);
const Digits = z.custom<string>(isDigits);
const Strings = listOf(isString);

/** `jsonParsed` gives objects, loaded addresses included. */
const Key = z.union([z.string(), z.object({ pubkey: z.string() }).transform(({ pubkey }) => pubkey)]);

export const Instruction = z.object({
  programIdIndex: Index.optional(),
  accounts: listOf((each) => isIndex(each) || isString(each)).optional(),
  /** Base58. */
  data: z.string().optional(),
  /** `jsonParsed`: the program, and what it does instead of `accounts` and `data` when the node knows it. */
  programId: z.string().optional(),
  parsed: z.unknown().optional(),
});
export type Instruction = z.output<typeof Instruction>;

export const Signed = z.object({
  signatures: z.array(z.string()).min(1),
  message: z.object({ accountKeys: z.array(Key).min(1), instructions: z.array(Instruction) }),
});
export type Signed = z.output<typeof Signed>;

const TokenBalance = z.object({
  accountIndex: Index,
  mint: z.string(),
  /** Both missing in blocks of 2021 and before. */
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
  preTokenBalances: z.array(TokenBalance).nullish(),
  postTokenBalances: z.array(TokenBalance).nullish(),
  innerInstructions: z.array(z.object({ index: Index, instructions: z.array(Instruction) })).nullish(),
  loadedAddresses: z.object({ writable: Strings, readonly: Strings }).nullish(),
  logMessages: Strings.nullish(),
});
export type Meta = z.output<typeof Meta>;

/** Whether a transaction failed, which it does with an error and otherwise says null or nothing. */
export const hasFailed = ({ err }: { readonly err?: unknown }): boolean => err !== null && err !== undefined;

/** Seconds since 1970. A time is required: without it nothing can be recorded. */
const BlockTime = z.number().int();

export const SolanaTransaction = z.object({ slot: Index, blockTime: BlockTime, transaction: Signed, meta: Meta });
export type SolanaTransaction = z.output<typeof SolanaTransaction>;

/** Slots in the order of the chain, as `getBlocks` lists those that have a block. */
export const Slots = z.array(Index);
export const Slot = Index;

/** Where a block stands, as `getBlock` tells it of a slot; the answer does not name the slot itself. */
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
  /** The first of its signatures, by which it is known. */
  readonly hash: string;
}

/** A whole block; its transactions are checked one by one when they are decoded, so that none spoils another. */
export const SolanaBlock = Link.extend({
  transactions: z.array(z.unknown()).transform((each) => each.map(rawTransaction)),
});

/** @throws Error when it has no signature, without which nothing can be recorded of it. */
function rawTransaction(value: unknown): RawTransaction {
  if (isObject(value) && isObject(value.transaction) && Array.isArray(value.transaction.signatures)) {
    const hash: unknown = value.transaction.signatures[0];
    if (isString(hash)) return { transaction: value.transaction, meta: value.meta, hash };
  }
  throw new Error('a transaction without a signature');
}
