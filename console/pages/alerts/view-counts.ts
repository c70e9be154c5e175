import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { dataOf } from '../../../sdk/index.ts';
import { CRITICAL_ALERTS, useCriticalAlerts } from '../../live/critical-alerts.ts';
import { useLiveItem } from '../../live/live-item.ts';
import { pauseAfter } from '../../live/retry.ts';
import { useClient } from '../../session/session-context.ts';

/** The filters of a view. */
export type ViewFilters = Readonly<Record<string, string>>;

/** Counts change slower than lists. */
const COUNTS_MS = 15_000;
const OPEN_COUNT = ['events', 'open count'];

/**
 * How many alerts are open, and how many of them are critical; undefined until the answers are there.
 * @param listed how many alerts the list has found. The list is read more often: another number has the counts read
 *   again at once.
 */
export function useOpenCounts(listed: number | undefined) {
  const client = useClient();
  const queries = useQueryClient();
  // The navigation shows the same answer.
  const critical = useCriticalAlerts(COUNTS_MS);
  const query = { status: 'open', pageSize: 1 } as const;
  const open = useLiveItem({
    key: OPEN_COUNT,
    load: (signal) => client.GET('/api/alerts/events', { params: { query }, signal }),
    pauseMs: COUNTS_MS,
  });
  const before = useRef(listed);
  useEffect(() => {
    if (before.current !== undefined && before.current !== listed) {
      for (const queryKey of [OPEN_COUNT, CRITICAL_ALERTS]) void queries.invalidateQueries({ queryKey });
    }
    before.current = listed;
  }, [listed, queries]);
  return { critical: critical.item?.meta.total, open: open.item?.meta.total };
}

/**
 * How many alerts each of the views finds; undefined for what is unknown. A review does not have them read again at
 * once, because there may be many views.
 * @param isAsked false for a view whose number the list tells.
 */
export function useViewCounts(
  views: readonly { readonly filters: ViewFilters; readonly isAsked: boolean }[],
): readonly (number | undefined)[] {
  const client = useClient();
  const answers = useQueries({
    queries: views.map(({ filters, isAsked }) => ({
      queryKey: ['count of alerts', filters],
      queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
        const query = new URLSearchParams({ ...filters, pageSize: '1' }).toString();
        return dataOf(await client.GET('/api/alerts/events', { querySerializer: () => query, signal })).meta.total;
      },
      refetchInterval: ({ state }: { readonly state: { readonly error: Error | null } }) =>
        pauseAfter(state.error, COUNTS_MS),
      // The tag of many wallets is searched for in the whole list. This is no count, and costs much.
      enabled: isAsked && filters.walletTag === undefined,
    })),
  });
  return answers.map(({ data }) => data);
}
