import type { Deps } from '../platform/deps.ts';
import { env } from '../platform/env.ts';
import { loadedOnce, secretText } from '../platform/secret-text.ts';
import type { ChainReader, DecodedTransaction, Family } from './chain.ts';
import { tableTokenCache } from './evm/token-cache.ts';
import { chainReaders, evmChainsIn, lookupEverywhere, type Readers, RpcUrls, type TokenCaches } from './readers.ts';
import type { ChainId } from './registry.ts';

/** Where a transaction is looked up. */
export interface Lookups {
  reader(chain: ChainId): Pick<ChainReader, 'lookup'>;
  /**
   * The transaction with this hash: on `chain`, else wherever the family says; null when no chain asked knows it.
   * @throws ChainUnavailableError
   */
  find(
    family: Family,
    hash: string,
    chain: ChainId | undefined,
    signal: AbortSignal,
  ): Promise<DecodedTransaction | null>;
}

/** The chains as this stage can reach them. */
export interface ConfiguredChains extends Lookups {
  readonly reader: Readers;
}

export function chainsAt(urls: RpcUrls, tokens?: TokenCaches): ConfiguredChains {
  const reader = chainReaders(urls, tokens);
  return {
    reader,
    find: (family, hash, chain, signal) => {
      if (chain !== undefined) return reader(chain).lookup(hash, signal);
      return family === 'evm'
        ? lookupEverywhere(reader, evmChainsIn(urls), hash, signal)
        : reader(family).lookup(hash, signal);
    },
  };
}

/**
 * Endpoints from the RPC secret, read once per process: their URLs hold the keys of their providers. What tokens say of
 * themselves is cached in the table.
 */
export const configuredChains = (deps: Pick<Deps, 'table' | 'now'>) =>
  loadedOnce(async () => {
    const urls = RpcUrls.parse(JSON.parse(await secretText(env.rpc().RPC_SECRET_ARN)));
    return chainsAt(urls, (chain) => tableTokenCache(chain, deps));
  });
