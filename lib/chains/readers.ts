import * as z from 'zod';
import { type ChainReader, ChainUnavailableError, type DecodedTransaction, type Family } from './chain.ts';
import { evmReader } from './evm/evm-reader.ts';
import type { TokenCache } from './evm/tokens.ts';
import { ChainId, chainOf } from './registry.ts';
import { solanaReader } from './solana/solana-reader.ts';
import { xrpReader } from './xrp/xrp-reader.ts';

/** Without a user name or password, which `fetch` refuses: providers put their keys into path or host. */
const RpcUrl = z
  .url({ protocol: /^https?$/ })
  .refine((url) => !/^[^/]*\/\/[^/]*@/.test(url), 'must not hold a user name or password');

/** The secret with the RPC endpoints: chain id → URLs, tried in order. A chain that is missing is not configured. */
export const RpcUrls = z.partialRecord(ChainId, z.array(RpcUrl).min(1));
export type RpcUrls = z.output<typeof RpcUrls>;

/** All the time a look-up may take, for `AbortSignal.timeout`. */
export const LOOKUP_MS = 10_000;

export type Readers = (chain: ChainId) => ChainReader;

/** Where what the tokens of a chain say of themselves is kept; elsewhere than on EVM chains, transactions tell it. */
export type TokenCaches = (chain: ChainId) => TokenCache;

type Adapter = (chain: ChainId, urls: readonly string[], tokens: TokenCaches | undefined) => ChainReader;

/** The adapter of each family. Without URLs its reader says that the chain is unavailable. */
const ADAPTERS: Readonly<Record<Family, Adapter>> = {
  evm: (chain, urls, tokens) => evmReader(chain, urls, tokens?.(chain)),
  solana: (chain, urls) => solanaReader(chain, urls),
  xrp: (chain, urls) => xrpReader(chain, urls),
};

/**
 * A reader for each chain, made on first use and kept, so that what it learns of endpoints and tokens is too.
 * @param tokens without it, what tokens say is kept for the life of the process alone.
 */
export function chainReaders(urls: RpcUrls, tokens?: TokenCaches): Readers {
  const made = new Map<ChainId, ChainReader>();
  return (chain) => {
    const reader = made.get(chain) ?? ADAPTERS[chainOf(chain).family](chain, urls[chain] ?? [], tokens);
    made.set(chain, reader);
    return reader;
  };
}

/** The EVM chains a look-up without a chain asks: all that have an endpoint. */
export const evmChainsIn = (urls: RpcUrls): ChainId[] =>
  ChainId.options.filter((chain) => chainOf(chain).family === 'evm' && urls[chain] !== undefined);

/**
 * Asks several chains at once for a hash. The first that has it wins and the others are let go; null when all answered
 * that they do not know it.
 * @throws ChainUnavailableError when there is no chain to ask, or when none has it and some could not be asked: it may be there.
 */
export async function lookupEverywhere(
  readers: (chain: ChainId) => Pick<ChainReader, 'lookup'>,
  chains: readonly ChainId[],
  hash: string,
  signal: AbortSignal,
): Promise<DecodedTransaction | null> {
  if (chains.length === 0) throw new ChainUnavailableError('any chain', 'no RPC endpoint is configured');
  const done = new AbortController();
  const within = AbortSignal.any([signal, done.signal]);
  const attempts = chains.map(async (chain) => {
    const found = await readers(chain).lookup(hash, within);
    if (found === null) throw new HashNotOnChainError();
    return found;
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

/** A chain's answer that it does not know the hash, as `Promise.any` wants it. */
class HashNotOnChainError extends Error {}
