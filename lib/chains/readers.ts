import * as z from 'zod';
import { memo } from '../values/memo.ts';
import type { HashCandidate } from './hash.ts';
import { knownToken } from './known-tokens.ts';
import type { ChainReader, DecodedTransaction } from './port/chain.ts';
import { ChainUnavailableError, MethodUnavailableError } from './port/chain-unavailable.ts';
import type { TokenCache } from './port/family.ts';
import { ChainId, chainOf, familyChains, familyOf } from './registry.ts';

/** Without a user name or password, which `fetch` refuses: providers put their keys into path or host. */
const RpcUrl = z
  .url({ protocol: /^https?$/ })
  .refine((url) => !/^[^/]*\/\/[^/]*@/.test(url), 'must not hold a user name or password');

/** The secret with the nodes of the stage: chain id → RPC URLs, tried in order. A missing chain has no node. */
export const RpcUrls = z.partialRecord(ChainId, z.array(RpcUrl).min(1));
export type RpcUrls = z.output<typeof RpcUrls>;

/** All the time that a lookup may take, for `AbortSignal.timeout`. */
export const LOOKUP_MS = 10_000;

export type Readers = (chain: ChainId) => ChainReader;

/** The cache of the symbols and decimals of the tokens of a chain. */
export type TokenCaches = (chain: ChainId) => TokenCache;

/**
 * The reader of each chain. The process makes a reader on first use and keeps its knowledge of nodes and tokens.
 * @param tokens without token caches, only the process remembers symbols and decimals.
 */
export function chainReaders(urls: RpcUrls, tokens?: TokenCaches): Readers {
  const made = new Map<ChainId, ChainReader>();
  return (chain) => {
    const reader = made.get(chain) ?? deferredReader(chain, loading(chain, urls[chain] ?? [], tokens?.(chain)));
    made.set(chain, reader);
    return reader;
  };
}

/** Loads the code of a chain's family with the first call: a function reads few families in its life. */
function loading(id: ChainId, urls: readonly string[], tokens: TokenCache | undefined): () => Promise<ChainReader> {
  const chain = chainOf(id);
  return memo(async () => {
    const makeReader = await familyOf(chain.family).loadReader();
    const listedSymbol = (tokenAddress: string) => knownToken({ chain: id, tokenAddress, symbol: '' })?.symbol ?? null;
    return makeReader(chain, urls, { tokens, listedSymbol });
  });
}

/**
 * A reader that passes each call on to the reader that `loaded` then names. It has the methods about tokens that the
 * family of the chain has: checks of balances ask whether a reader has them.
 */
export function deferredReader(id: ChainId, loaded: () => Promise<ChainReader>): ChainReader {
  const { checkedTokens } = familyOf(chainOf(id).family);
  return {
    lookup: async (...call) => (await loaded()).lookup(...call),
    head: async (...call) => (await loaded()).head(...call),
    heights: async (...call) => (await loaded()).heights(...call),
    header: async (...call) => (await loaded()).header(...call),
    block: async (...call) => (await loaded()).block(...call),
    contradicted: async (...call) => (await loaded()).contradicted(...call),
    accounts: async (...call) => {
      const { accounts } = await loaded();
      if (accounts === undefined) throw new MethodUnavailableError(id, 'balances of accounts');
      return accounts(...call);
    },
    accountsNow: async (...call) => {
      const { accountsNow } = await loaded();
      if (accountsNow === undefined) throw new MethodUnavailableError(id, 'balances of accounts');
      return accountsNow(...call);
    },
    ...(checkedTokens === 'moved' && {
      tokenAccounts: async (pairs, ...call) =>
        (await loaded()).tokenAccounts?.(pairs, ...call) ?? pairs.map(() => null),
    }),
    ...(checkedTokens === 'asked' && {
      heldToken: async (...call) => {
        const { heldToken } = await loaded();
        if (heldToken === undefined) throw new MethodUnavailableError(id, 'balances of tokens');
        return heldToken(...call);
      },
    }),
    tracedBlock: async (...call) => (await loaded()).tracedBlock?.(...call) ?? null,
    feed: async (...call) => (await loaded()).feed?.(...call) ?? null,
  };
}

/** A transaction to look for: its canonical hash on a chain. */
export interface Search {
  readonly chain: ChainId;
  readonly hash: string;
}

/**
 * The searches of a lookup that names no chain: every searched chain of every family whose hashes have this format.
 * Leaves out chains without a node.
 */
export function searchesOf(candidates: readonly HashCandidate[], urls: RpcUrls): Search[] {
  const all = candidates.flatMap(({ family, hash }) =>
    familyChains(family).flatMap((chain) => (chainOf(chain).searched ? [{ chain, hash }] : [])),
  );
  const withNode = all.filter(({ chain }) => urls[chain] !== undefined);
  // The reader of a single chain without a node throws an error that names the chain.
  return withNode.length === 0 && all.length === 1 ? all : withNode;
}

/**
 * Asks several chains at once. The first chain that has the transaction wins, and the other calls are cancelled. Null
 * when no chain knows the hash.
 * @throws ChainUnavailableError when there is no chain to ask. Also when no chain has the transaction and some chain
 *   did not answer, because that chain may have the transaction.
 */
export async function lookupEverywhere(
  readers: (chain: ChainId) => Pick<ChainReader, 'lookup'>,
  searches: readonly Search[],
  signal: AbortSignal,
): Promise<DecodedTransaction | null> {
  if (searches.length === 0) throw new ChainUnavailableError('any chain', 'no RPC node is configured');
  const done = new AbortController();
  const within = AbortSignal.any([signal, done.signal]);
  const attempts = searches.map(async ({ chain, hash }) => {
    const transaction = await readers(chain).lookup(hash, within);
    if (transaction === null) throw new HashNotOnChainError();
    return transaction;
  });
  try {
    return await Promise.any(attempts);
  } catch (error) {
    const failures = error instanceof AggregateError ? error.errors : [error];
    const failure = failures.find((each) => !(each instanceof HashNotOnChainError));
    if (failure === undefined) return null;
    throw failure;
  } finally {
    done.abort();
  }
}

/** A chain's answer that the chain does not know the hash, in the form that `Promise.any` needs. */
class HashNotOnChainError extends Error {}
