import * as z from 'zod';
import { checksumOf } from './evm-address.ts';

/**
 * The fields that the decoder reads from a node's answers. Unknown transaction types, missing signatures and extra
 * fields of other networks pass. The formatters of ethers throw on these, and a single transaction of this kind would
 * stop a block.
 */
const Quantity = z
  .string()
  .regex(/^0x[0-9a-f]+$/i)
  .transform(BigInt);
const Data = z
  .string()
  .regex(/^0x([0-9a-f]{2})*$/i)
  .toLowerCase();
const Hash = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/i)
  .toLowerCase();
/** Converts to checksum form. Most nodes write lower case, but may use any case. */
const Address = z
  .string()
  .regex(/^0x[0-9a-f]{40}$/i)
  .transform(checksumOf);

export const EvmTransaction = z.object({
  hash: Hash,
  /** Null while the transaction waits for a block. */
  blockHash: Hash.nullish(),
  from: Address,
  to: Address.nullish(),
  value: Quantity,
  input: Data,
  gasPrice: Quantity.nullish(),
});
export type EvmTransaction = z.output<typeof EvmTransaction>;

const EvmLog = z.object({ address: Address, topics: z.array(Hash), data: Data });
export type EvmLog = z.output<typeof EvmLog>;

export const EvmReceipt = z.object({
  transactionHash: Hash,
  blockHash: Hash,
  /** Absent before the Byzantium fork. A missing status is no failure. */
  status: Quantity.nullish(),
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
export const ExecutedTransaction = EvmTransaction.extend({ input: Selector });
export const ExecutedReceipt = EvmReceipt.extend({ logs: z.array(z.custom<EvmLog>(isLog, 'is no log')) });

function isLog(log: unknown): boolean {
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
