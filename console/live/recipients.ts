import { useClient } from '../session/session-context.ts';
import { useLiveItem } from './live-item.ts';

/** The counts of a day change slowly. */
const PAUSE_MS = 60_000;
const DAY_MS = 24 * 60 * 60_000;

/** What became of the deliveries of the last day, by receiver. */
export function useRecipients() {
  const client = useClient();
  const { item, error, retry } = useLiveItem({
    key: ['stats', 'recipients'],
    load: (signal) => {
      const query = { from: new Date(Date.now() - DAY_MS).toISOString() };
      return client.GET('/api/stats', { params: { query }, signal });
    },
    pauseMs: PAUSE_MS,
  });
  return { recipients: item?.recipients, error, retry };
}
