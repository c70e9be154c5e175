import type { Deps } from '../platform/deps.ts';
import { env } from '../platform/env.ts';
import { loadedOnce, secretText } from '../platform/secret-text.ts';
import type { HashCandidate } from './hash.ts';
import type { ChainReader, DecodedTransaction } from './port/chain.ts';
import { chainReaders, lookupEverywhere, type Readers, RpcUrls, searchesOf, type TokenCaches } from './readers.ts';
import type { ChainId } from './registry.ts';
import { tableTokenCache } from './token-cache.ts';

/** Where the service looks a transaction up. */
export interface Lookups {
  reader(chain: ChainId): Pick<ChainReader, 'lookup'>;
  /**
   * The transaction with the hash of one of the candidates; null when no chain of a candidate's family knows the hash.
   * @throws ChainUnavailableError
   */
  find(candidates: readonly HashCandidate[], signal: AbortSignal): Promise<DecodedTransaction | null>;
}

/** The chains as this stage can reach them. */
export interface ConfiguredChains extends Lookups {
  readonly reader: Readers;
}

export function chainsAt(urls: RpcUrls, tokens?: TokenCaches): ConfiguredChains {
  const reader = chainReaders(urls, tokens);
  return {
    reader,
    find: (candidates, signal) => lookupEverywhere(reader, searchesOf(candidates, urls), signal),
  };
}

/**
 * The nodes from the RPC secret, read once per process: the URLs hold the keys of their providers. The table keeps the
 * symbols and decimals of tokens.
 */
export const configuredChains = (deps: Pick<Deps, 'table' | 'now'>) =>
  loadedOnce(async () => {
    const urls = RpcUrls.parse(JSON.parse(await secretText(env.rpc().RPC_SECRET_ARN)));
    return chainsAt(urls, (chain) => tableTokenCache(chain, deps));
  });
