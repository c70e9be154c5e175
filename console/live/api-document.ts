import { dataOf } from '../../sdk/index.ts';
import { useClient } from '../session/session-context.ts';
import { useRead } from './read.ts';

/**
 * What a page needs of the OpenAPI document. The document changes only with a release, so the page asks once.
 * @param name tells apart what pages need.
 */
export function useApiDocument<T>(name: string, of: (document: unknown) => T) {
  const client = useClient();
  return useRead({
    queryKey: ['api-document', name],
    queryFn: async ({ signal }) => of(dataOf(await client.GET('/api/openapi.json', { signal }))),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}
