import { dataOf } from '../../../sdk/index.ts';
import { useRead } from '../../live/read.ts';
import { pauseAfter } from '../../live/retry.ts';
import { useClient } from '../../session/session-context.ts';
import { type Row, type RowAlerts, rowAlerts } from './row-alerts.ts';

/** The marks of a page cost one request, however many rows there are. */
const MOST_READ = 100;
const PAUSE_MS = 15_000;

/**
 * The alerts of the records of a page: those that fired since the oldest of these records was made. Undefined without
 * an answer.
 */
export function useRowAlerts(rows: readonly Row[]): RowAlerts | undefined {
  const client = useClient();
  const from = rows.map(({ createdAt }) => createdAt).toSorted()[0];
  const { data } = useRead({
    queryKey: ['events', 'since', from],
    queryFn: async ({ signal }) => {
      const query = { from, sort: 'firedAt', pageSize: MOST_READ } as const;
      return dataOf(await client.GET('/api/alerts/events', { params: { query }, signal }));
    },
    enabled: from !== undefined,
    refetchInterval: ({ state }) => pauseAfter(state.error, PAUSE_MS),
    // New rows change the beginning: the marks of the others stay meanwhile.
    placeholderData: (before) => before,
  });
  return data === undefined ? undefined : rowAlerts(data.data, data.meta.next !== null);
}
