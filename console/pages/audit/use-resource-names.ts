import { useDestinations } from '../../live/destinations.ts';
import { useKeys } from '../../live/keys.ts';
import { useLiveItem } from '../../live/live-item.ts';
import { useRules } from '../../live/rules.ts';
import { useWallets } from '../../live/wallets.ts';
import { useWebhooks } from '../../live/webhooks.ts';
import { useClient } from '../../session/session-context.ts';
import type { AuditEntry } from './audit-words.ts';

/** The API gives so many alerts in one page. */
const MOST_ALERTS = 100;
const ALERTS_MS = 60_000;

/**
 * Names what an entry is about, as it is called now, and one of the newest alerts by its sentence. What is deleted or
 * not loaded yet has no name.
 * @param hasAlerts whether an entry is about an alert.
 */
export function useResourceNames(hasAlerts: boolean) {
  const client = useClient();
  const query = { pageSize: MOST_ALERTS };
  const { item: alerts } = useLiveItem({
    key: ['events', 'sentences'],
    load: (signal) => client.GET('/api/alerts/events', { params: { query }, signal }),
    pauseMs: ALERTS_MS,
    isAsked: hasAlerts,
  });
  const { labelOf } = useWallets();
  const byResource: Partial<Record<AuditEntry['resource'], (id: string) => string | undefined>> = {
    wallet: labelOf,
    rule: useRules().nameOf,
    webhook: useWebhooks().nameOf,
    destination: useDestinations().nameOf,
    key: useKeys().nameOf,
    event: (id) => alerts?.data.find((alert) => alert.id === id)?.summary,
  };
  return ({ resource, resourceId }: AuditEntry): string | undefined =>
    resourceId === null ? undefined : byResource[resource]?.(resourceId);
}
