import { type components, dataOf } from '../../sdk/index.ts';
import { useClient } from '../session/session-context.ts';
import { useRead } from './read.ts';

type ChainId = components['schemas']['CreateWallet']['chains'][number];

/** The chains that the service knows. They change with a release, so the page asks once. */
export function useChains() {
  const client = useClient();
  const { data, error, retry } = useRead({
    queryKey: ['chains'],
    queryFn: async () => dataOf(await client.GET('/api/chains', { params: { query: { pageSize: 100 } } })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const chains = data ?? [];
  const chainOf = (id: string) => chains.find((chain) => chain.id === id);
  return {
    chains,
    isLoaded: data !== undefined,
    error,
    retry,
    nameOf: (id: string): string => chainOf(id)?.name ?? id,
    familyOf: (id: string): string | undefined => chainOf(id)?.family,
    isChain: (id: string): id is ChainId => chainOf(id) !== undefined,
    explorerOf: (id: string): string | null => chainOf(id)?.explorer ?? null,
    addressExplorerOf: (id: string): string | null => chainOf(id)?.addressExplorer ?? null,
  };
}
