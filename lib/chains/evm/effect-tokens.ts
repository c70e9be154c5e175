import type { ReaderOptions, TokenInfo } from '../port/family.ts';
import type { TokensNamed } from './log-effects.ts';
import type { MayAsk, TokenReader } from './tokens.ts';

/*
 * Strangers decide how many tokens a transaction names. The reader asks about every token that logged something: fakes
 * must not push out the token that really moved, each of them costs a stranger a contract, and the reader remembers
 * contracts. The addresses that Permit2 names cost next to nothing, and an address without code is never remembered.
 * Without a budget, one transaction with 3,000 such addresses would hold up its chain for a minute, again and again. So
 * they have one budget for all transactions, which counts no token that the process or the cache knows, no wrapped coin
 * and no token of a well-known issuer. A token beyond the budget is recorded without symbol and decimals.
 */

/** Addresses that Permit2 named as tokens, of all transactions within ten seconds. */
const GRANTED = 200;
const WINDOW_MS = 10_000;
/** The cache is asked about so many addresses that Permit2 named in one transaction. */
const LOOKED_UP = 200;

/** The symbols and decimals of the tokens that the effects of a transaction name. @throws ChainUnavailableError */
export type EffectTokenReader = (named: TokensNamed, signal: AbortSignal) => Promise<Map<string, TokenInfo>>;

/** @param wrapped the contract of the wrapped coin, in lower case. */
export function effectTokenReader(
  tokensOf: TokenReader,
  { tokens: cache, now = () => performance.now() }: ReaderOptions,
  wrapped: string | null,
): EffectTokenReader {
  const isFree: MayAsk = (address) => address.toLowerCase() === wrapped || cache?.isWellKnown?.(address) === true;
  let since = Number.NEGATIVE_INFINITY;
  let granted = 0;

  function mayAskGranted(address: string): boolean {
    if (isFree(address)) return true;
    if (now() - since >= WINDOW_MS) {
      since = now();
      granted = 0;
    }
    return granted++ < GRANTED;
  }

  return async (named, signal) => {
    // A revocation takes away all, so its amount needs no decimals. Its symbol is worth no question to a node.
    const [grants, revocations] = [named.granted, named.revoked].map((all) => [...new Set(all)].slice(0, LOOKED_UP));
    return new Map([
      ...(await tokensOf(named.logging, signal)),
      ...(await tokensOf(grants ?? [], signal, mayAskGranted)),
      ...(await tokensOf(revocations ?? [], signal, () => false)),
    ]);
  };
}
