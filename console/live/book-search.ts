import { type components, dataOf } from '../../sdk/index.ts';
import { useClient } from '../session/session-context.ts';
import { useRead } from './read.ts';

/** More than anybody reads in a picker. */
const MOST = 20;

/** The entries of the address book that a text finds: the newest, or those with its words or its address. */
export function useBookSearch(text: string) {
  const client = useClient();
  const { data, error, retry } = useRead({
    queryKey: ['address-book', 'search', text],
    queryFn: async ({ signal }) => {
      const query = { pageSize: MOST, ...(text === '' ? {} : { q: text.slice(0, 128) }) };
      return dataOf(await client.GET('/api/address-book', { params: { query }, signal })).data;
    },
    staleTime: 30_000,
    placeholderData: (before) => before,
  });
  const entries: readonly components['schemas']['AddressBookEntry'][] = data ?? [];
  return { entries, isLoaded: data !== undefined, error, retry };
}
