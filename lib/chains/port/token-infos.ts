import { log } from '../../platform/log.ts';
import { mapConcurrent } from '../../values/concurrent.ts';
import { inGroups } from '../../values/in-groups.ts';
import { memo } from '../../values/memo.ts';
import { ChainUnavailableError } from './chain-unavailable.ts';
import type { TokenCache, TokenInfo } from './family.ts';
import { patience } from './give-up.ts';

/** A spam transaction can name hundreds of tokens. The reader makes about this many calls at once. */
const AT_ONCE = 8;
/** Tokens that a process remembers, some 100 bytes each. */
const REMEMBERED = 10_000;

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
 * Returns the symbols and decimals of tokens, by the address of the token. Leaves out the tokens about which no node
 * gave an answer for 30 seconds.
 * @param mayAsk leaves out the tokens for which this is false. By default, the reader asks about all.
 */
export type TokenReader = (
  addresses: Iterable<string>,
  signal: AbortSignal,
  mayAsk?: MayAsk,
) => Promise<Map<string, TokenInfo>>;

const WINDOW_MS = 10_000;

/** Says whether one more is within a budget of so many in ten seconds, and then counts it. */
export function budgetOf(limit: number, now: () => number = () => performance.now()): () => boolean {
  let since = Number.NEGATIVE_INFINITY;
  let used = 0;
  return () => {
    if (now() - since >= WINDOW_MS) {
      since = now();
      used = 0;
    }
    return used++ < limit;
  };
}

/** What a node states about a token. */
export interface Token {
  readonly info: TokenInfo;
  /** Whether there is a token at the address now. */
  readonly exists: boolean;
}

export interface TokenReaderOptions {
  readonly cache?: TokenCache;
  readonly now?: () => number;
  /** The tokens that `read` takes at once. */
  readonly perCall: number;
  /**
   * Asks the nodes about tokens. Leaves out the tokens of which no node can ever state anything.
   * @throws ChainUnavailableError when no node answers.
   */
  read(addresses: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, Token>>;
}

/** An info, or null for a token about which no node answered. */
interface Remembered {
  readonly info: TokenInfo | null;
  /** On the clock of the process. */
  readonly until: number;
}

/**
 * Asks nodes for symbols and decimals. The process remembers the answers, and `cache` keeps the answers for other
 * processes: neither value changes in an honest token. A refusal is remembered for an hour. An address without a token
 * is not remembered, because a token may be deployed there at any time.
 * @throws ChainUnavailableError when no node answers, for at most 30 seconds: a record should not hold an amount
 *   without decimals, but a stranger must not hold up the chain.
 */
export function tokenReader(
  chain: string,
  { cache, now = () => performance.now(), perCall, read }: TokenReaderOptions,
): TokenReader {
  const known = new Map<string, Remembered>();
  const patiently = patience(now, { giveUpMs: PATIENCE_MS, isShared: true });

  function remember(address: string, info: TokenInfo | null, seconds: number): Remembered {
    if (known.size >= REMEMBERED) known.clear();
    const remembered = { info, until: now() + 1000 * seconds };
    known.set(address, remembered);
    return remembered;
  }

  /** What the process or the cache knows; null for an unknown token. */
  async function recall(address: string): Promise<Remembered | null> {
    const before = known.get(address);
    if (before !== undefined && before.until > now()) return before;
    const kept = await cache?.get(address);
    return kept ? remember(address, { symbol: kept.symbol, decimals: kept.decimals }, kept.seconds) : null;
  }

  async function ask(
    address: string,
    reading: () => ReturnType<TokenReaderOptions['read']>,
    signal: AbortSignal,
  ): Promise<TokenInfo | null> {
    const one = async () => (await reading()).get(address) ?? null;
    const token = await patiently<Token | null>(address, signal, one, ({ message }) => {
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
    const add = (address: string, info: TokenInfo | null) => void (info !== null && infos.set(address, info));
    const named = [...new Set(addresses)];
    const recalled = await mapConcurrent(named, AT_ONCE, recall);
    const unknown = named.filter((address, n) => {
      const remembered = recalled[n];
      if (remembered) add(address, remembered.info);
      return !remembered && mayAsk(address);
    });
    const failures: ChainUnavailableError[] = [];
    // Asks for all tokens also when one fails, so that the patience with all of them begins now.
    await mapConcurrent(inGroups(unknown, perCall), AT_ONCE, async (call) => {
      const reading = memo(() => read(call, signal));
      for (const address of call) {
        try {
          add(address, await ask(address, reading, signal));
        } catch (error) {
          if (!(error instanceof ChainUnavailableError) || signal.aborted) throw error;
          failures.push(error);
        }
      }
    });
    const [failure] = failures;
    if (failure !== undefined) throw failure;
    return infos;
  };
}
