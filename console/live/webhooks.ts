import type { components } from '../../sdk/api-types.ts';
import { pages } from '../../sdk/pages.ts';
import { useClient } from '../session/session-context.ts';
import { useRead } from './read.ts';
import { POLL_MS, pauseAfter } from './retry.ts';

type Webhook = components['schemas']['Webhook'];

/**
 * All webhook subscriptions of the organisation, for pickers, names and their health.
 * @param pauseMs the pause between two reads.
 */
export function useWebhooks(pauseMs = POLL_MS) {
  const client = useClient();
  const { data, error, retry } = useRead({
    queryKey: ['webhooks', 'all'],
    queryFn: async ({ signal }) => {
      const load = (cursor: string | undefined) =>
        client.GET('/api/webhooks', { params: { query: { pageSize: 100, cursor } }, signal });
      return (await Array.fromAsync(pages(load))).flat();
    },
    refetchInterval: ({ state }) => pauseAfter(state.error, pauseMs),
  });
  const webhooks: readonly Webhook[] = data ?? [];
  return {
    webhooks,
    isLoaded: data !== undefined,
    error,
    retry,
    /** What its users call the subscription; undefined when the subscription is deleted, or not loaded yet. */
    nameOf: (id: string): string | undefined => {
      const webhook = webhooks.find((each) => each.id === id);
      return webhook === undefined ? undefined : webhookName(webhook);
    },
  };
}

export const webhookName = ({ description, url }: Pick<Webhook, 'description' | 'url'>): string =>
  description === '' ? url : description;
