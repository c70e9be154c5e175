import { type components, pages } from '../../sdk/index.ts';
import { useClient } from '../session/session-context.ts';
import { useRead } from './read.ts';

type ApiKey = components['schemas']['ApiKey'];

/** All API keys of the organisation, for pickers and names. Only an administrator may read them. */
export function useKeys() {
  const client = useClient();
  const { data, error, retry } = useRead({
    queryKey: ['keys', 'all'],
    queryFn: async ({ signal }) => {
      const load = (cursor: string | undefined) =>
        client.GET('/api/keys', { params: { query: { pageSize: 100, cursor } }, signal });
      return (await Array.fromAsync(pages(load))).flat();
    },
    staleTime: 30_000,
  });
  const keys: readonly ApiKey[] = data ?? [];
  return {
    keys,
    isLoaded: data !== undefined,
    error,
    retry,
    nameOf: (id: string): string | undefined => keys.find((key) => key.id === id)?.name,
  };
}
