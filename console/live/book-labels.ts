import { bookLabels } from '../../sdk/book-labels.ts';
import type { AddressLabel } from '../../sdk/index.ts';
import { useClient } from '../session/session-context.ts';
import { useRead } from './read.ts';

/** The labels of the address book for the addresses that a page names. */
export function useBookLabels(addresses: readonly string[]): AddressLabel {
  const client = useClient();
  const named = [...new Set(addresses)].sort();
  const { data } = useRead({
    queryKey: ['address-book', 'labels', ...named],
    queryFn: ({ signal }) => bookLabels(client, named, signal),
    enabled: named.length > 0,
    staleTime: 30_000,
    placeholderData: (before) => before,
  });
  return data ?? (() => undefined);
}
