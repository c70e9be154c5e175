import { useQuery } from '@tanstack/react-query';
import { dataOf } from '../../sdk/index.ts';
import { useClient } from '../session/session-context.ts';

/** The chains that the service knows. They change with a release, so the page asks once. */
export function useChains() {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ['chains'],
    queryFn: async () => dataOf(await client.GET('/api/chains', { params: { query: { pageSize: 100 } } })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const chains = data ?? [];
  const chainOf = (id: string) => chains.find((chain) => chain.id === id);
  return {
    chains,
    nameOf: (id: string): string => chainOf(id)?.name ?? id,
    explorerOf: (id: string): string | null => chainOf(id)?.explorer ?? null,
  };
}
