import { AbiCoder, dataLength, getBytes, toUtf8String, Utf8ErrorFuncs } from 'ethers';
import { log } from '../../platform/log.ts';
import { mapConcurrent } from '../../values/concurrent.ts';
import { ChainUnavailableError } from '../port/chain-unavailable.ts';
import type { TokenCache, TokenInfo } from '../port/family.ts';
import { patience } from '../port/give-up.ts';
import type { Rpc } from '../port/rpc.ts';
import { cleanSymbol } from '../port/symbol.ts';
import { selectorOf } from './method-selector.ts';
import { hasCode, strangersAnswer } from './strangers-call.ts';

const SYMBOL = selectorOf('symbol()');
const DECIMALS = selectorOf('decimals()');

/** A spam transaction can name hundreds of tokens. The reader asks a node about this many at once. */
const AT_ONCE = 8;
/** Tokens that a process remembers, some 100 bytes each. */
const REMEMBERED = 10_000;
/** As many digits as an amount may have after the point. */
const MAX_DECIMALS = 78n;

const HOUR = 60 * 60;
const DAY = 24 * HOUR;
const KEPT_SECONDS = 90 * DAY;
/** A contract without decimals may get decimals with an upgrade of its proxy. Until then, amounts are raw integers. */
const REFUSAL_SECONDS = HOUR;
/** No record waits longer for a token that no node answers about. The token is asked again after an hour. */
const PATIENCE_MS = 30_000;
const UNREAD_SECONDS = HOUR;

/** Whether the reader may ask a node about a token that no cache knows. */
export type MayAsk = (address: string) => boolean;

/**
 * Returns the symbols and decimals of tokens, by the address of the contract. Leaves out the tokens about which no node
 * gave an answer for 30 seconds.
 * @param mayAsk leaves out the tokens for which this is false. By default, the reader asks about all.
 */
export type TokenReader = (
  addresses: Iterable<string>,
  signal: AbortSignal,
  mayAsk?: MayAsk,
) => Promise<Map<string, TokenInfo>>;

/** An info, or null for a token about which no node answered. */
interface Remembered {
  readonly info: TokenInfo | null;
  /** On the clock of the process. */
  readonly until: number;
}

/**
 * Asks token contracts for `symbol()` and `decimals()`. The process remembers the answers, and `cache` keeps the
 * answers for other processes: neither value changes in an honest token. A refusal is remembered for an hour. An
 * address without code is not remembered, because a token may be deployed there at any time.
 * @throws ChainUnavailableError when no node answers, for at most 30 seconds: a record should not hold an amount
 *   without decimals, but a contract must not hold up the chain.
 */
export function tokenReader(
  chain: string,
  rpc: Rpc,
  cache?: TokenCache,
  now: () => number = () => performance.now(),
): TokenReader {
  const known = new Map<string, Remembered>();
  const patiently = patience(now, { giveUpMs: PATIENCE_MS, isShared: true });

  function remember(address: string, info: TokenInfo | null, seconds: number): void {
    if (known.size >= REMEMBERED) known.clear();
    known.set(address, { info, until: now() + 1000 * seconds });
  }

  async function infoOf(address: string, signal: AbortSignal, mayAsk: MayAsk): Promise<TokenInfo | null> {
    const before = known.get(address);
    if (before !== undefined && before.until > now()) return before.info;
    const kept = await cache?.get(address);
    if (kept) {
      const info = { symbol: kept.symbol, decimals: kept.decimals };
      remember(address, info, kept.seconds);
      return info;
    }
    if (!mayAsk(address)) return null;
    const read = () => readToken(rpc, address, signal);
    const token = await patiently<Token | null>(address, signal, read, ({ message }) => {
      log.error('token.unread', { chain, token: address, reason: message });
      return null;
    });
    if (token === null) remember(address, null, UNREAD_SECONDS);
    if (token === null || !token.exists) return token?.info ?? null;
    const { info } = token;
    const seconds = info.symbol !== null && info.decimals !== null ? KEPT_SECONDS : REFUSAL_SECONDS;
    remember(address, info, seconds);
    await cache?.put(address, { ...info, seconds });
    return info;
  }

  return async (addresses, signal, mayAsk = () => true) => {
    const infos = new Map<string, TokenInfo>();
    const failures: ChainUnavailableError[] = [];
    // Asks for all tokens also when one fails, so that the patience with all of them begins now.
    await mapConcurrent([...new Set(addresses)], AT_ONCE, async (address) => {
      try {
        const info = await infoOf(address, signal, mayAsk);
        if (info !== null) infos.set(address, info);
      } catch (error) {
        if (!(error instanceof ChainUnavailableError) || signal.aborted) throw error;
        failures.push(error);
      }
    });
    const [failure] = failures;
    if (failure !== undefined) throw failure;
    return infos;
  };
}

interface Token {
  readonly info: TokenInfo;
  /** Whether the address has code. */
  readonly exists: boolean;
}

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
