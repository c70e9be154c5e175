import type { ReaderOptions, TokenInfo } from '../port/family.ts';
import { budgetOf, type MayAsk, type TokenReader } from '../port/token-infos.ts';
import type { TokensNamed } from './log-effects.ts';

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
/** The same for revocations, which cost less gas and whose amount needs no decimals. */
const REVOKED = 20;
/** The cache is asked about so many addresses that Permit2 named in one transaction. */
const LOOKED_UP = 200;

/** The symbols and decimals of the tokens that the effects of a transaction name. @throws ChainUnavailableError */
export type EffectTokenReader = (named: TokensNamed, signal: AbortSignal) => Promise<Map<string, TokenInfo>>;

/** @param wrapped the contract of the wrapped coin, in lower case. */
export function effectTokenReader(
  tokensOf: TokenReader,
  { listedSymbol, now }: ReaderOptions,
  wrapped: string | null,
): EffectTokenReader {
  const isFree: MayAsk = (address) => address.toLowerCase() === wrapped || typeof listedSymbol?.(address) === 'string';
  /** A budget for all transactions. */
  const within = (limit: number): MayAsk => {
    const isWithin = budgetOf(limit, now);
    return (address) => isFree(address) || isWithin();
  };
  const mayAskGranted = within(GRANTED);
  const mayAskRevoked = within(REVOKED);

  return async (named, signal) => {
    const [grants, revocations] = [named.granted, named.revoked].map((all) => [...new Set(all)].slice(0, LOOKED_UP));
    return new Map([
      ...(await tokensOf(named.logging, signal)),
      ...(await tokensOf(grants ?? [], signal, mayAskGranted)),
      ...(await tokensOf(revocations ?? [], signal, mayAskRevoked)),
    ]);
  };
}
