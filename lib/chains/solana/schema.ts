import * as z from 'zod';

/**
 * What the decoder reads of a node's answers to `getTransaction` and `getBlock` with `encoding: 'json'`, and nothing else.
 * Lenient: unknown versions, programs and fields pass, what old blocks lack may be missing, and the `jsonParsed` encoding,
 * in which some archives keep their answers, is read as far as it goes.
 */
const Index = z.number().int().nonnegative();

/**
 * A list checked by one function: a block has hundreds of thousands of such elements, on each of which a schema of its own
 * costs more than all the rest of the decoding.
 */
const listOf = <T>(isElement: (value: unknown) => value is T) =>
  z.custom<readonly T[]>((list) => Array.isArray(list) && list.every(isElement));

const isString = (value: unknown): value is string => typeof value === 'string';
const isIndex = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const isDigits = (value: unknown): value is string => isString(value) && /^\d{1,20}$/.test(value);

/** Lamports: an integer, as a string where `JSON.parse` would round it. */
const isLamports = (value: unknown): value is number | string => isIndex(value) || isDigits(value);
const Lamports = z.custom<number | string>(isLamports);
const Digits = z.custom<string>(isDigits);
const Strings = listOf(isString);

/** `jsonParsed` gives objects, loaded addresses included. */
const Key = z.union([z.string(), z.object({ pubkey: z.string() }).transform(({ pubkey }) => pubkey)]);

const Instruction = z.object({
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

/** Seconds since 1970. A time is required: without it nothing can be recorded. */
const BlockTime = z.number().int();

export const SolanaTransaction = z.object({ slot: Index, blockTime: BlockTime, transaction: Signed, meta: Meta });
export type SolanaTransaction = z.output<typeof SolanaTransaction>;

/** A block; its transactions are read one by one, so that one that cannot be read spoils no other. */
export const SolanaBlock = z.object({
  blockhash: z.string().min(1),
  previousBlockhash: z.string().min(1),
  parentSlot: Index,
  blockTime: BlockTime,
  transactions: z.array(
    z.looseObject({ transaction: z.looseObject({ signatures: z.array(z.string()).min(1) }), meta: z.unknown() }),
  ),
});
