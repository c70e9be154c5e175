import { AbiCoder, dataSlice, getAddress, id } from 'ethers';
import * as z from 'zod';
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
    return decode(['uint256'], data, Amount).map(([raw]) => ({
      standard: 'ERC-20',
      tokenAddress,
      tokenId: null,
      ...ends,
      raw,
    }));
  }
  if (event !== TRANSFER_SINGLE && event !== TRANSFER_BATCH) return [];
  // The first indexed argument is the operator.
  const ends = endsOf(second, third);
  if (ends === null) return [];
  return idsAndAmounts(event, data).map(([tokenId, raw]) => ({
    standard: 'ERC-1155',
    tokenAddress,
    tokenId,
    ...ends,
    raw,
  }));
}

/** Token id and amount of each movement in the data of an ERC-1155 event. */
function idsAndAmounts(event: string, data: string): [bigint, bigint][] {
  if (event === TRANSFER_SINGLE) return decode(['uint256', 'uint256'], data, IdAndAmount);
  return decode(['uint256[]', 'uint256[]'], data, IdsAndAmounts).flatMap(([ids, amounts]) =>
    ids.length === amounts.length ? ids.map((id, n): [bigint, bigint] => [id, amounts[n] ?? 0n]) : [],
  );
}

const Amount = z.tuple([z.bigint()]);
const IdAndAmount = z.tuple([z.bigint(), z.bigint()]);
const IdsAndAmounts = z.tuple([z.array(z.bigint()), z.array(z.bigint())]);

/** The arguments in an event's data, or none when the data does not fit the types: not the event it is named after. */
function decode<S extends z.ZodType>(types: readonly string[], data: string, shape: S): z.output<S>[] {
  try {
    // ethers puts some errors off until a value is read; `toArray` reads them all.
    return [shape.parse(AbiCoder.defaultAbiCoder().decode(types, data).toArray(true))];
  } catch {
    return [];
  }
}

/** Indexed addresses are padded to 32 bytes with zeros; anything else is not an address. */
function endsOf(from: string | undefined, to: string | undefined): { from: string; to: string } | null {
  if (!from?.startsWith(PADDING) || !to?.startsWith(PADDING)) return null;
  return { from: getAddress(dataSlice(from, 12)), to: getAddress(dataSlice(to, 12)) };
}
const PADDING = `0x${'0'.repeat(24)}`;
