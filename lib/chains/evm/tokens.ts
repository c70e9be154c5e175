import { AbiCoder, dataLength, getBytes, toUtf8String, Utf8ErrorFuncs } from 'ethers';
import type { TokenCache } from '../port/family.ts';
import type { Rpc } from '../port/rpc.ts';
import { cleanSymbol } from '../port/symbol.ts';
import { type Token, type TokenReader, tokenReader } from '../port/token-infos.ts';
import { selectorOf } from './method-selector.ts';
import { hasCode, strangersAnswer } from './strangers-call.ts';

const SYMBOL = selectorOf('symbol()');
const DECIMALS = selectorOf('decimals()');

/** As many digits as an amount may have after the point. */
const MAX_DECIMALS = 78n;

/** Asks token contracts for `symbol()` and `decimals()`. An address without code is no token. */
export const evmTokenReader = (chain: string, rpc: Rpc, cache?: TokenCache, now?: () => number): TokenReader =>
  tokenReader(chain, {
    cache,
    now,
    perCall: 1,
    read: async (addresses, signal) =>
      new Map(
        await Promise.all(addresses.map(async (address) => [address, await readToken(rpc, address, signal)] as const)),
      ),
  });

async function readToken(rpc: Rpc, address: string, signal: AbortSignal): Promise<Token> {
  const [symbol, decimals] = await Promise.all([
    strangersAnswer(rpc, { to: address, data: SYMBOL }, 'latest', signal),
    strangersAnswer(rpc, { to: address, data: DECIMALS }, 'latest', signal),
  ]);
  const info = { symbol: symbolOf(symbol), decimals: decimalsOf(decimals) };
  const exists = symbol !== '0x' || decimals !== '0x' || (await hasCode(rpc, address, signal));
  return { info, exists };
}

/**
 * The symbol in returned data: an ABI string, or the bytes32 of old tokens (MKR). Null when no readable text is left.
 */
export function symbolOf(data: string): string | null {
  const bytes = dataLength(data) === 32 ? getBytes(data).filter((byte) => byte !== 0) : stringBytes(data);
  return bytes === null ? null : cleanSymbol(toUtf8String(bytes, Utf8ErrorFuncs.ignore));
}

/** Reads a `string` as `bytes`, which have the same encoding, because the text may be malformed UTF-8. */
function stringBytes(data: string): Uint8Array | null {
  try {
    return getBytes(AbiCoder.defaultAbiCoder().decode(['bytes'], data)[0]);
  } catch {
    return null; // ethers throws for data that is no ABI string: the contract has no symbol
  }
}

/** The decimals in returned data; null when the data holds none, or more decimals than an amount can have. */
export function decimalsOf(data: string): number | null {
  if (dataLength(data) < 32) return null;
  const value = BigInt(data.slice(0, 66));
  return value > MAX_DECIMALS ? null : Number(value);
}
