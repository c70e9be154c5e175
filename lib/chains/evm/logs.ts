import { AbiCoder, getBytes, id } from 'ethers';
import * as z from 'zod';
import { checksumOf } from './evm-address.ts';
import type { EvmStandard } from './evm-standards.ts';
import { addressIn, type LowerLog, loweredLog, pair, wordAt, wordIn } from './log-words.ts';
import type { EvmLog } from './schema.ts';

/** A token movement as its contract logged it. `raw` is in the smallest unit; for an ERC-721 token it is 1. */
export interface TokenTransfer {
  /**
   * Null for an event without indexed ends: contracts from before the standards log fungible and non-fungible tokens
   * alike, and only the decimals of the contract distinguish them. `raw` is then an amount or a token id.
   */
  standard: EvmStandard | null;
  tokenAddress: string;
  tokenId: bigint | null;
  from: string;
  to: string;
  raw: bigint;
}

/** ERC-20 and ERC-721 share this event, but differ in the number of indexed arguments. */
const TRANSFER = id('Transfer(address,address,uint256)');
/** ERC-1155. */
export const TRANSFER_SINGLE = id('TransferSingle(address,address,address,uint256,uint256)');
export const TRANSFER_BATCH = id('TransferBatch(address,address,address,uint256[],uint256[])');
/** The events of a wrapped coin (WETH9): coins come in, tokens go out, and the reverse. */
const DEPOSIT = id('Deposit(address,uint256)');
const WITHDRAWAL = id('Withdrawal(address,uint256)');

/**
 * The token movements in a receipt's logs, in order. A batch gives one movement per token id. The decoder reads logs
 * and not calldata: calldata states a request only, and the called contract may be no token.
 * A log whose arguments do not fit its event belongs to another kind of contract, and the function skips the log.
 * @param logs in any case; the caller has checked only their shape.
 * @param wrapped the contract of the chain's wrapped coin, in lower case. Other contracts use its events differently.
 * @param of addresses in lower case: keeps only the movements with an end among them. Without `of`, keeps all.
 * @throws Error when a field that the function reads is not hex.
 */
export const tokenTransfers = (
  logs: readonly EvmLog[],
  wrapped: string | null = null,
  of?: ReadonlySet<string>,
): TokenTransfer[] => logs.flatMap((log) => transfersOf(log, wrapped, of));

/** Whether one of the ends is among these addresses, all in lower case. Always true without addresses. */
export const isOf = (of: ReadonlySet<string> | undefined, from: string, to: string): boolean =>
  of === undefined || of.has(from) || of.has(to);

/** The events that may move a token, by their first topic. */
export const TRANSFER_EVENTS: readonly string[] = [TRANSFER, TRANSFER_SINGLE, TRANSFER_BATCH, DEPOSIT, WITHDRAWAL];

/**
 * The sender and the receiver that a log names, in lower case; null when the log is no token movement.
 * @param wrapped the contract of the chain's wrapped coin, in lower case.
 */
export function endsOfLog({ address, topics, data }: LowerLog, wrapped: string | null): [string, string] | null {
  const [event, first, second, third] = topics;
  if (event === TRANSFER) {
    // Contracts from before ERC-20 (CryptoKitties) index no argument.
    return topics.length === 1 ? pair(wordAt(data, 0), wordAt(data, 1)) : pair(first, second);
  }
  // The first indexed argument is the operator.
  if (event === TRANSFER_SINGLE || event === TRANSFER_BATCH) return pair(second, third);
  if (address !== wrapped || (event !== DEPOSIT && event !== WITHDRAWAL)) return null;
  const holder = addressIn(first);
  if (holder === null) return null;
  return event === DEPOSIT ? [address, holder] : [holder, address];
}

/** The sender of a token that its contract mints, and of coins that a network mints in a transaction. */
export const ZERO_ADDRESS = `0x${'0'.repeat(40)}`;

/** Whether the contract of a token states with this log that it minted. */
export const isMintLog = (log: EvmLog): boolean => endsOfLog(loweredLog(log), null)?.[0] === ZERO_ADDRESS;

/** Skips an unwanted log before it decodes a value, because one transaction may log hundreds of movements. */
function transfersOf(given: EvmLog, wrapped: string | null, of?: ReadonlySet<string>) {
  const log = loweredLog(given);
  const ends = endsOfLog(log, wrapped);
  if (ends === null || !isOf(of, ...ends)) return [];
  const [from, to] = ends.map(checksumOf);
  return movedBy(log).map(
    (moved): TokenTransfer => ({
      ...moved,
      tokenAddress: checksumOf(given.address),
      from: from ?? '',
      to: to ?? '',
    }),
  );
}

type Moved = Pick<TokenTransfer, 'standard' | 'tokenId' | 'raw'>;

/** What a log with ends moved; nothing when its arguments do not fit the event. */
function movedBy({ topics: [event, , , third], topics, data }: LowerLog): Moved[] {
  if (event === TRANSFER) {
    if (third !== undefined) return [{ standard: 'ERC-721', tokenId: wordIn(third, 0), raw: 1n }];
    const isEarly = topics.length === 1;
    return fungible(wordIn(data, isEarly ? 2 : 0), isEarly ? null : 'ERC-20');
  }
  if (event === DEPOSIT || event === WITHDRAWAL) return fungible(wordIn(data, 0), 'ERC-20');
  if (event === TRANSFER_BATCH) return batchIn(data);
  const tokenId = wordIn(data, 0);
  const raw = wordIn(data, 1);
  return tokenId === null || raw === null ? [] : [{ standard: 'ERC-1155', tokenId, raw }];
}

const fungible = (raw: bigint | null, standard: 'ERC-20' | null): Moved[] =>
  raw === null ? [] : [{ standard, tokenId: null, raw }];

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
