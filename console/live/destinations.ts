import type { components } from '../../sdk/api-types.ts';
import { pages } from '../../sdk/pages.ts';
import { useClient } from '../session/session-context.ts';
import { useRead } from './read.ts';
import { POLL_MS, pauseAfter } from './retry.ts';

type Destination = components['schemas']['Destination'];

/**
 * All destinations of the organisation, for pickers, names and their state.
 * @param pauseMs the pause between two reads.
 */
export function useDestinations(pauseMs = POLL_MS) {
  const client = useClient();
  const { data, error, retry } = useRead({
    queryKey: ['destinations', 'all'],
    queryFn: async ({ signal }) => {
      const load = (cursor: string | undefined) =>
        client.GET('/api/destinations', { params: { query: { pageSize: 100, cursor } }, signal });
      return (await Array.fromAsync(pages(load))).flat();
    },
    refetchInterval: ({ state }) => pauseAfter(state.error, pauseMs),
  });
  const destinations: readonly Destination[] = data ?? [];
  return {
    destinations,
    isLoaded: data !== undefined,
    error,
    retry,
    /** Undefined when the destination is deleted, or not loaded yet. */
    nameOf: (id: string): string | undefined => destinations.find((each) => each.id === id)?.name,
  };
}
