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

/** ERC-20 and ERC-721 share it; the count of indexed arguments tells which. */
const TRANSFER = id('Transfer(address,address,uint256)');
/** ERC-1155. */
const TRANSFER_SINGLE = id('TransferSingle(address,address,address,uint256,uint256)');
const TRANSFER_BATCH = id('TransferBatch(address,address,address,uint256[],uint256[])');

/**
 * The token movements in a receipt's logs, in order; a batch gives one per token id. Logs are what tokens answer for
 * (ERC-20, ERC-721, ERC-1155): calldata only says what was asked, perhaps of a contract that is no token.
 * A log whose arguments do not fit its event is some other contract's, and is passed over.
 * @param logs in whatever case, and checked for their shape alone.
 * @param of addresses in lower case: only the movements with an end among them. Without it, all.
 * @throws Error when what is read of a log is no hex.
 */
export const tokenTransfers = (logs: readonly EvmLog[], of?: ReadonlySet<string>): TokenTransfer[] =>
  logs.flatMap((log) => transfersOf(log, of));

/** Whether one of the ends is among these addresses; all in lower case. Any is, when no addresses are given. */
const isOf = (of: ReadonlySet<string> | undefined, from: string, to: string): boolean =>
  of === undefined || of.has(from) || of.has(to);

/**
 * The two indexed arguments in which an event names the ends of a movement; none when it is not of those that do.
 * @param event the first topic, in lower case.
 */
export function endTopics<T>(event: string | undefined, [first, second, third]: readonly T[]): (T | undefined)[] {
  if (event === TRANSFER) return [first, second];
  // The first indexed argument is the operator.
  return event === TRANSFER_SINGLE || event === TRANSFER_BATCH ? [second, third] : [];
}

/** Passes over all that it can before it decodes anything: a stranger's transaction may log hundreds of movements. */
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

/** @param third the last indexed argument: of an ERC-721 token the token's id. */
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

/**
 * The n-th integer of an event's data; null when the data ends before it does. What comes after the last is passed
 * over.
 */
function wordIn(data: string, n: number): bigint | null {
  const start = '0x'.length + n * WORD;
  return data.length < start + WORD ? null : BigInt(`0x${data.slice(start, start + WORD)}`);
}

const IdsAndAmounts = z.tuple([z.array(z.bigint()), z.array(z.bigint())]);

/** Lists stand wherever the data says, and may claim any length: too much to read by hand for an event this rare. */
function batchIn(data: string): Moved[] {
  const bytes = getBytes(data);
  try {
    // ethers puts some errors off until a value is read; `toArray` reads them all.
    const values = AbiCoder.defaultAbiCoder().decode(['uint256[]', 'uint256[]'], bytes).toArray(true);
    const [ids, amounts] = IdsAndAmounts.parse(values);
    if (ids.length !== amounts.length) return [];
    return ids.map((tokenId, n) => ({ standard: 'ERC-1155', tokenId, raw: amounts[n] ?? 0n }));
  } catch {
    return []; // the data does not fit the types: not the event it is named after
  }
}

const PADDING = `0x${'0'.repeat(24)}`;

/** Indexed addresses are padded to 32 bytes with zeros; null for anything else. */
export const addressIn = (topic: unknown): string | null =>
  typeof topic === 'string' && topic.startsWith(PADDING) ? `0x${topic.slice(PADDING.length)}` : null;
