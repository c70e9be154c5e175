import { AbiCoder, getBytes, id } from 'ethers';
import * as z from 'zod';
import { checksumOf } from './evm-address.ts';
import type { EvmStandard } from './evm-standards.ts';
import type { EvmLog } from './schema.ts';

/** A token movement as its contract logged it. `raw` is in the smallest unit; for an ERC-721 token it is 1. */
export interface TokenTransfer {
  standard: EvmStandard;
  tokenAddress: string;
  tokenId: bigint | null;
  from: string;
  to: string;
  raw: bigint;
}

/** ERC-20 and ERC-721 share this event, but differ in the number of indexed arguments. */
const TRANSFER = id('Transfer(address,address,uint256)');
/** ERC-1155. */
const TRANSFER_SINGLE = id('TransferSingle(address,address,address,uint256,uint256)');
const TRANSFER_BATCH = id('TransferBatch(address,address,address,uint256[],uint256[])');

/**
 * The token movements in a receipt's logs, in order. A batch gives one movement per token id. The decoder reads logs
 * and not calldata: calldata states a request only, and the called contract may be no token.
 * A log whose arguments do not fit its event belongs to another kind of contract, and the function skips the log.
 * @param logs in any case; the caller has checked only their shape.
 * @param of addresses in lower case: keeps only the movements with an end among them. Without `of`, keeps all.
 * @throws Error when a field that the function reads is not hex.
 */
export const tokenTransfers = (logs: readonly EvmLog[], of?: ReadonlySet<string>): TokenTransfer[] =>
  logs.flatMap((log) => transfersOf(log, of));

/** Whether one of the ends is among these addresses, all in lower case. Always true without addresses. */
const isOf = (of: ReadonlySet<string> | undefined, from: string, to: string): boolean =>
  of === undefined || of.has(from) || of.has(to);

/**
 * The two indexed arguments in which an event names the ends of a movement; empty when the event is no token movement.
 * @param event the first topic, in lower case.
 */
export function endTopics<T>(event: string | undefined, [first, second, third]: readonly T[]): (T | undefined)[] {
  if (event === TRANSFER) return [first, second];
  // The first indexed argument is the operator.
  return event === TRANSFER_SINGLE || event === TRANSFER_BATCH ? [second, third] : [];
}

/** Skips an unwanted log before it decodes a value, because one transaction may log hundreds of movements. */
function transfersOf({ address, topics, data }: EvmLog, of?: ReadonlySet<string>): TokenTransfer[] {
  const event = topics[0]?.toLowerCase();
  const indexed = topics.slice(1);
  const [from, to] = endTopics(event, indexed).map((topic) => addressIn(topic?.toLowerCase()));
  if (!from || !to || !isOf(of, from, to)) return [];
  return movedBy(event, indexed[2], data).map((moved) => ({
    ...moved,
    tokenAddress: checksumOf(address),
    from: checksumOf(from),
    to: checksumOf(to),
  }));
}

type Moved = Pick<TokenTransfer, 'standard' | 'tokenId' | 'raw'>;

/** @param third the last indexed argument. For an ERC-721 token, the argument is the token id. */
function movedBy(event: string | undefined, third: string | undefined, data: string): Moved[] {
  if (event === TRANSFER) {
    if (third !== undefined) return [{ standard: 'ERC-721', tokenId: wordIn(third, 0), raw: 1n }];
    const raw = wordIn(data, 0);
    return raw === null ? [] : [{ standard: 'ERC-20', tokenId: null, raw }];
  }
  if (event === TRANSFER_BATCH) return batchIn(data);
  const tokenId = wordIn(data, 0);
  const raw = wordIn(data, 1);
  return tokenId === null || raw === null ? [] : [{ standard: 'ERC-1155', tokenId, raw }];
}

/** Hex digits of 32 bytes. */
const WORD = 64;

/** The n-th integer of an event's data; null when the data ends too early. Ignores further data. */
function wordIn(data: string, n: number): bigint | null {
  const start = '0x'.length + n * WORD;
  return data.length < start + WORD ? null : BigInt(`0x${data.slice(start, start + WORD)}`);
}

const IdsAndAmounts = z.tuple([z.array(z.bigint()), z.array(z.bigint())]);

/**
 * The data states where its lists start and how long the lists are. ethers decodes the lists, which is slow, but the
 * event is rare.
 */
function batchIn(data: string): Moved[] {
  const bytes = getBytes(data);
  try {
    // ethers throws some errors only when a value is read. `toArray` reads all values.
    const values = AbiCoder.defaultAbiCoder().decode(['uint256[]', 'uint256[]'], bytes).toArray(true);
    const [ids, amounts] = IdsAndAmounts.parse(values);
    if (ids.length !== amounts.length) return [];
    return ids.map((tokenId, n) => ({ standard: 'ERC-1155', tokenId, raw: amounts[n] ?? 0n }));
  } catch {
    return []; // the data does not fit the types, so another kind of contract wrote the log
  }
}

const PADDING = `0x${'0'.repeat(24)}`;

/** The address in a topic: zeros pad it to 32 bytes. Null for any other topic. */
export const addressIn = (topic: unknown): string | null =>
  typeof topic === 'string' && topic.startsWith(PADDING) ? `0x${topic.slice(PADDING.length)}` : null;
