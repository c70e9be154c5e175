import { useClient } from '../session/session-context.ts';
import { useLiveItem } from './live-item.ts';

/** How many of the open critical alerts are read. */
const MOST_CRITICAL = 5;

/** Names the answer, which several places of a page show. */
export const CRITICAL_ALERTS = ['events', 'critical'];

/**
 * The newest critical alerts that nobody has reviewed, and how many there are.
 * @param pauseMs the pause between two reads.
 */
export function useCriticalAlerts(pauseMs?: number) {
  const client = useClient();
  const query = { status: 'open', severity: 'critical', pageSize: MOST_CRITICAL } as const;
  return useLiveItem({
    key: CRITICAL_ALERTS,
    load: (signal) => client.GET('/api/alerts/events', { params: { query }, signal }),
    ...(pauseMs !== undefined && { pauseMs }),
  });
}
