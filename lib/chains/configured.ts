import { env } from '../env.ts';
import { loadedOnce, secretText } from '../secret-text.ts';
import type { DecodedTransaction, Family } from './chain.ts';
import { chainReaders, evmChainsIn, lookupEverywhere, type Readers, RpcUrls } from './readers.ts';
import type { ChainId } from './registry.ts';

/** The chains as this stage can reach them. */
export interface ConfiguredChains {
  readonly reader: Readers;
  /**
   * The transaction with this hash: on `chain`, else wherever the family says; null when no chain asked knows it.
   * @throws ChainUnavailable
   */
  find(
    family: Family,
    hash: string,
    chain: ChainId | undefined,
    signal: AbortSignal,
  ): Promise<DecodedTransaction | null>;
}

export function chainsAt(urls: RpcUrls): ConfiguredChains {
  const reader = chainReaders(urls);
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

/** Endpoints from the RPC secret, read once per process: their URLs hold the keys of their providers. */
export const configuredChains = () =>
  loadedOnce(async () => chainsAt(RpcUrls.parse(JSON.parse(await secretText(env.rpc().RPC_SECRET_ARN)))));
