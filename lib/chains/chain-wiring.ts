import type { Deps } from '../platform/deps.ts';
import { env } from '../platform/env.ts';
import { loadedFor, secretText } from '../platform/secret-text.ts';
import { memoBy } from '../values/memo.ts';
import type { HashCandidate } from './hash.ts';
import type { ChainReader, DecodedTransaction } from './port/chain.ts';
import {
  chainReaders,
  deferredReader,
  lookupEverywhere,
  type Readers,
  RpcUrls,
  searchesOf,
  type TokenCaches,
} from './readers.ts';
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
  /** Whether the stage has a node of the chain. */
  hasNode(chain: ChainId): boolean;
}

export function chainsAt(urls: RpcUrls, tokens?: TokenCaches): ConfiguredChains {
  const reader = chainReaders(urls, tokens);
  return {
    reader,
    hasNode: (chain) => urls[chain] !== undefined,
    find: (candidates, signal) => lookupEverywhere(reader, searchesOf(candidates, urls), signal),
  };
}

/** A run of a watcher lasts for two minutes, and its process for hours: both must learn of changed URLs. */
const SECRET_MAX_AGE_MS = 60_000;

/**
 * The nodes from the RPC secret, read at most once a minute: the URLs hold the keys of their providers. Each call of a
 * reader asks the nodes that the secret then names. While the secret stays the same, the reader remembers what it
 * learned about its nodes. The table keeps the symbols and decimals of tokens.
 */
export function configuredChains(deps: Pick<Deps, 'table' | 'now'>): () => Promise<ConfiguredChains> {
  let known: { readonly text: string; readonly chains: ConfiguredChains } | undefined;
  const current = loadedFor(SECRET_MAX_AGE_MS, deps.now, async () => {
    const text = (await secretText(env.rpc().RPC_SECRET_ARN)) ?? '{}';
    if (known?.text !== text) {
      const urls = RpcUrls.parse(JSON.parse(text));
      known = { text, chains: chainsAt(urls, (chain) => tableTokenCache(chain, deps)) };
    }
    return known.chains;
  });
  const reader = memoBy((chain: ChainId) => deferredReader(chain, async () => (await current()).reader(chain)));
  return async () => ({ ...(await current()), reader });
}
