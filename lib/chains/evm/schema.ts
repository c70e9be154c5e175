import { getAddress } from 'ethers';
import * as z from 'zod';

/**
 * What the decoder reads of a node's answers, and nothing else: unknown transaction types, missing signatures and extra
 * fields of other networks pass. ethers' own formatters throw on those, and one such transaction would stop a block.
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
/** To checksum form. Nodes write lower case, but nothing obliges them to. */
const Address = z
  .string()
  .regex(/^0x[0-9a-f]{40}$/i)
  .transform((text) => getAddress(text.toLowerCase()));

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

export const EvmLog = z.object({ address: Address, topics: z.array(Hash), data: Data });
export type EvmLog = z.output<typeof EvmLog>;

export const EvmReceipt = z.object({
  transactionHash: Hash,
  blockHash: Hash,
  /** Absent before the Byzantium fork, which is no failure. */
  status: Quantity.nullish(),
  contractAddress: Address.nullish(),
  gasUsed: Quantity,
  /** Absent on nodes from before the London fork: there it is the transaction's `gasPrice`. */
  effectiveGasPrice: Quantity.nullish(),
  /** OP stack: what the roll-up pays for publishing the transaction on layer 1, beside the gas. */
  l1Fee: Quantity.nullish(),
  /** EIP-4844. */
  blobGasUsed: Quantity.nullish(),
  blobGasPrice: Quantity.nullish(),
  logs: z.array(EvmLog),
});
export type EvmReceipt = z.output<typeof EvmReceipt>;

export const EvmBlockHeader = z.object({ hash: Hash, number: Quantity, timestamp: Quantity });
export type EvmBlockHeader = z.output<typeof EvmBlockHeader>;

/** What `eth_call` answers. */
export const CallResult = Data;
