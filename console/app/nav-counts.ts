import { isOffByService, needsAttention } from '../design/webhook-health.ts';
import { useCriticalAlerts } from '../live/critical-alerts.ts';
import { useDestinations } from '../live/destinations.ts';
import { useWebhooks } from '../live/webhooks.ts';

/** Each page shows the counts, so that they are read less often than a list. */
const PAUSE_MS = 30_000;

/** What needs somebody, by the path of the page that shows it. Unknown counts are 0. */
export function useNavCounts(): ReadonlyMap<string, number> {
  const critical = useCriticalAlerts(PAUSE_MS);
  const { webhooks } = useWebhooks(PAUSE_MS);
  const { destinations } = useDestinations(PAUSE_MS);
  return new Map([
    ['/alerts', critical.item?.meta.total ?? 0],
    ['/webhooks', webhooks.filter(needsAttention).length],
    ['/destinations', destinations.filter(isOffByService).length],
  ]);
}
