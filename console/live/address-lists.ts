import { type components, dataOf } from '../../sdk/index.ts';
import { useClient } from '../session/session-context.ts';
import { useRead } from './read.ts';

/** All address lists of the organisation, for pickers. An organisation has at most 100, which is one page. */
export function useAddressLists() {
  const client = useClient();
  const { data, error, retry } = useRead({
    queryKey: ['address-lists', 'all'],
    queryFn: async ({ signal }) =>
      dataOf(await client.GET('/api/address-lists', { params: { query: { pageSize: 100 } }, signal })).data,
    staleTime: 30_000,
  });
  const lists: readonly components['schemas']['AddressList'][] = data ?? [];
  return { lists, isLoaded: data !== undefined, error, retry };
}
