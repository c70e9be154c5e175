import { AbiCoder, dataSlice, getAddress, id } from 'ethers';
import type { Standard } from '../chain.ts';
import type { EvmLog } from './schema.ts';

/** A token movement as its contract logged it. `raw` is in the smallest unit; for an ERC-721 token it is 1. */
export interface TokenTransfer {
  standard: Extract<Standard, 'ERC-20' | 'ERC-721' | 'ERC-1155'>;
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
 */
export const tokenTransfers = (logs: readonly EvmLog[]): TokenTransfer[] => logs.flatMap(transfersOf);

function transfersOf({ address: tokenAddress, topics, data }: EvmLog): TokenTransfer[] {
  const [event, first, second, third] = topics;
  if (event === TRANSFER) {
    const ends = endsOf(first, second);
    if (ends === null) return [];
    if (third !== undefined) {
      return [{ standard: 'ERC-721', tokenAddress, tokenId: BigInt(third), ...ends, raw: 1n }];
    }
    const amount = decode(['uint256'], data);
    return amount === null
      ? []
      : [{ standard: 'ERC-20', tokenAddress, tokenId: null, ...ends, raw: BigInt(amount[0]) }];
  }
  if (event !== TRANSFER_SINGLE && event !== TRANSFER_BATCH) return [];
  // The first indexed argument is the operator.
  const ends = endsOf(second, third);
  const amounts = event === TRANSFER_SINGLE ? singleAmounts(data) : batchAmounts(data);
  if (ends === null) return [];
  return amounts.map(([tokenId, raw]) => ({ standard: 'ERC-1155', tokenAddress, tokenId, ...ends, raw }));
}

function singleAmounts(data: string): [bigint, bigint][] {
  const pair = decode(['uint256', 'uint256'], data);
  return pair === null ? [] : [[BigInt(pair[0]), BigInt(pair[1])]];
}

function batchAmounts(data: string): [bigint, bigint][] {
  const lists = decode(['uint256[]', 'uint256[]'], data);
  if (lists === null || lists[0].length !== lists[1].length) return [];
  const [ids, values] = lists;
  return [...ids].map((tokenId, n) => [BigInt(tokenId), BigInt(values[n])]);
}

function decode(types: readonly string[], data: string) {
  try {
    return AbiCoder.defaultAbiCoder().decode(types, data);
  } catch {
    return null; // ethers throws when the data does not fit the types: not the event it is named after
  }
}

/** Indexed addresses are padded to 32 bytes with zeros; anything else is not an address. */
function endsOf(from: string | undefined, to: string | undefined): { from: string; to: string } | null {
  if (!from?.startsWith(PADDING) || !to?.startsWith(PADDING)) return null;
  return { from: getAddress(dataSlice(from, 12)), to: getAddress(dataSlice(to, 12)) };
}
const PADDING = `0x${'0'.repeat(24)}`;
