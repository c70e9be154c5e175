import * as z from 'zod';
import { checksumOf } from './evm-address.ts';

/**
 * The fields that the decoder reads from a node's answers. Unknown transaction types, missing signatures and extra
 * fields of other networks pass. The formatters of ethers throw on these, and a single transaction of this kind would
 * stop a block.
 */
/** No quantity of a chain has more than 32 bytes. */
export const Quantity = z
  .string()
  .regex(/^0x[0-9a-f]{1,64}$/i)
  .transform(BigInt);
/** A regular expression that repeats a group of digits would overflow its stack with 8 MB of data. */
const isData = (text: string): boolean =>
  text.startsWith('0x') && text.length % 2 === 0 && !/[^0-9a-f]/i.test(text.slice(2));
const Data = z.string().refine(isData, 'is no data').toLowerCase();
const Hash = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/i)
  .toLowerCase();
/** Converts to checksum form. Most nodes write lower case, but may use any case. */
export const Address = z
  .string()
  .regex(/^0x[0-9a-f]{40}$/i)
  .transform(checksumOf);

/** What an account signs for the code that it shall run (EIP-7702). The parity has two names. */
export const Authorization = z
  .object({
    chainId: Quantity,
    address: Address,
    nonce: Quantity,
    yParity: Quantity.optional(),
    v: Quantity.optional(),
    r: Quantity,
    s: Quantity,
  })
  .transform(({ yParity, v, ...authorization }, context) => {
    const parity = yParity ?? v;
    if (parity === undefined) context.addIssue('lacks the parity of its signature');
    return { ...authorization, parity: parity ?? 0n };
  });
export type Authorization = z.output<typeof Authorization>;

/** The types of transactions that this code knows: Ethereum's, and the deposits of the OP stack. */
const KNOWN_TYPES: ReadonlySet<string> = new Set(['0x0', '0x1', '0x2', '0x3', '0x4', '0x7e']);

/** A transaction of any type. The known types must have all their fields. */
const transactionWith = <S extends z.ZodType<string>>(input: S) => {
  const place = {
    hash: Hash,
    /** Null while the transaction waits for a block. */
    blockHash: Hash.nullish(),
  };
  const KnownFields = z.object({
    ...place,
    from: Address,
    to: Address.nullish(),
    value: Quantity,
    input,
    gasPrice: Quantity.nullish(),
    /** OP stack: the coins that a deposit from layer 1 creates for its sender, before the sender pays the value. */
    mint: Quantity.nullish(),
    authorizationList: z.array(Authorization).nullish(),
  });
  /** A type of another network. Its fields may be missing or mean something else. The receipt states the ends. */
  const UnknownType = z.object({
    ...place,
    from: Address.optional().catch(undefined),
    to: Address.nullish().catch(undefined),
    value: Quantity.catch(0n),
    input: z.union([input, z.undefined()]).catch(undefined),
    gasPrice: Quantity.nullish().catch(undefined),
    authorizationList: z.undefined().catch(undefined),
  });
  return z.unknown().transform((answer, context) => {
    const { data, error } = (isOfUnknownType(answer) ? UnknownType : KnownFields).safeParse(answer);
    for (const { path, message } of error?.issues ?? []) context.addIssue({ code: 'custom', path, message });
    return data ?? z.NEVER;
  });
};

const isOfUnknownType = (answer: unknown): boolean =>
  typeof answer === 'object' &&
  answer !== null &&
  'type' in answer &&
  typeof answer.type === 'string' &&
  !KNOWN_TYPES.has(answer.type.toLowerCase());

export const EvmTransaction = transactionWith(Data);
export type EvmTransaction = z.output<typeof EvmTransaction>;

const EvmLog = z.object({ address: Address, topics: z.array(Hash), data: Data });
export type EvmLog = z.output<typeof EvmLog>;

export const EvmReceipt = z.object({
  transactionHash: Hash,
  blockHash: Hash,
  /** Absent before the Byzantium fork. A missing status is no failure. */
  status: Quantity.nullish(),
  /** The ends of the transaction. Receipts of old nodes lack the sender. */
  from: Address.nullish().catch(undefined),
  to: Address.nullish().catch(undefined),
  contractAddress: Address.nullish(),
  gasUsed: Quantity,
  /** Absent on nodes from before the London fork, where the transaction's `gasPrice` is the price. */
  effectiveGasPrice: Quantity.nullish(),
  /** OP stack: the fee in addition to the gas for publishing the transaction on layer 1. */
  l1Fee: Quantity.nullish(),
  /** EIP-4844. */
  blobGasUsed: Quantity.nullish(),
  blobGasPrice: Quantity.nullish(),
  logs: z.array(EvmLog),
  /** Whether the reader left out logs that no decoder reads. No field of a node. */
  omitsLogs: z.boolean().optional(),
});
export type EvmReceipt = z.output<typeof EvmReceipt>;

/*
 * The decoder reads few logs of a block's transactions, and only the selector of their calldata. A check of every hex
 * digit takes longer than decoding, so this schema checks only the shape of logs. The code that reads a log throws when
 * a field is not hex.
 */
const Selector = z
  .string()
  .regex(/^0x([0-9a-f]{8}|[0-9a-f]{0,7}$)/i)
  .toLowerCase();
export const ExecutedTransaction = transactionWith(Selector);
export const ExecutedReceipt = EvmReceipt.extend({ logs: z.array(z.custom<EvmLog>(isLog, 'is no log')) });

export function isLog(log: unknown): log is EvmLog {
  if (typeof log !== 'object' || log === null) return false;
  if (!('address' in log && 'topics' in log && 'data' in log)) return false;
  const { address, topics, data } = log;
  return typeof address === 'string' && Array.isArray(topics) && topics.every(isTopic) && typeof data === 'string';
}
const isTopic = (topic: unknown): boolean => typeof topic === 'string' && topic.length === 66;

/** Up to the largest exact number. */
export const Height = Quantity.refine((height) => height <= Number.MAX_SAFE_INTEGER, 'is no height');
/** Seconds since 1970, up to the last second that a date can hold. */
const Timestamp = Quantity.refine((seconds) => seconds <= 8_640_000_000_000n, 'is no time');

export const EvmBlockHeader = z.object({ hash: Hash, number: Height, timestamp: Timestamp });
export type EvmBlockHeader = z.output<typeof EvmBlockHeader>;

/** A block header with its place in the chain. */
export const EvmLink = EvmBlockHeader.extend({ parentHash: Hash });
export type EvmLink = z.output<typeof EvmLink>;

/** The answer to `eth_call`. */
export const CallResult = Data;
