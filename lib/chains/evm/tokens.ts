import { AbiCoder, dataLength, getBytes, toUtf8String, Utf8ErrorFuncs } from 'ethers';
import { mapConcurrent } from '../../values/concurrent.ts';
import type { TokenCache, TokenInfo } from '../port/family.ts';
import type { Rpc } from '../port/rpc.ts';
import { cleanSymbol } from '../port/symbol.ts';
import { CallRevertedError } from './evm-rpc.ts';
import { selectorOf } from './method-selector.ts';
import { CallResult } from './schema.ts';

const SYMBOL = selectorOf('symbol()');
const DECIMALS = selectorOf('decimals()');

/** A spam transaction can name hundreds of tokens. The reader asks a node about this many at once. */
const AT_ONCE = 8;
/** Tokens that a process remembers, some 100 bytes each. */
const REMEMBERED = 10_000;
/** As many digits as an amount may have after the point. */
const MAX_DECIMALS = 78n;

/** Returns the symbols and decimals of tokens, by the address of the contract. */
export type TokenReader = (addresses: Iterable<string>, signal: AbortSignal) => Promise<Map<string, TokenInfo>>;

/**
 * Asks token contracts for `symbol()` and `decimals()`. The process remembers the answers, refusals included, and
 * `cache` keeps the answers for other processes: neither value changes in an honest token.
 * @throws ChainUnavailableError when no node answers: a record must not hold an amount with guessed decimals.
 */
export function tokenReader(rpc: Rpc, cache?: TokenCache): TokenReader {
  const known = new Map<string, TokenInfo>();
  return async (addresses, signal) => {
    const asked = [...new Set(addresses)];
    const infos = await mapConcurrent(asked, AT_ONCE, async (address): Promise<[string, TokenInfo]> => {
      const info = known.get(address) ?? (await kept(rpc, cache, address, signal));
      if (known.size >= REMEMBERED) known.clear();
      known.set(address, info);
      return [address, info];
    });
    return new Map(infos);
  };
}

async function kept(rpc: Rpc, cache: TokenCache | undefined, address: string, signal: AbortSignal): Promise<TokenInfo> {
  const cached = await cache?.get(address);
  if (cached) return cached;
  const info = await readToken(rpc, address, signal);
  await cache?.put(address, info);
  return info;
}

async function readToken(rpc: Rpc, address: string, signal: AbortSignal): Promise<TokenInfo> {
  const [symbol, decimals] = await Promise.all([
    call(rpc, address, SYMBOL, signal),
    call(rpc, address, DECIMALS, signal),
  ]);
  return { symbol: symbolOf(symbol), decimals: decimalsOf(decimals) };
}

/** The data that a view function returns; `0x` when the contract has no such function. */
async function call(rpc: Rpc, to: string, data: string, signal: AbortSignal): Promise<string> {
  try {
    return await rpc.send('eth_call', [{ to, data }, 'latest'], CallResult, signal);
  } catch (error) {
    if (error instanceof CallRevertedError) return '0x';
    throw error;
  }
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
