import { alertSentences } from '../../../sdk/alert-sentences.ts';
import { useDestinations } from '../../live/destinations.ts';
import { useKeys } from '../../live/keys.ts';
import { useRead } from '../../live/read.ts';
import { useRules } from '../../live/rules.ts';
import { useWallets } from '../../live/wallets.ts';
import { useWebhooks } from '../../live/webhooks.ts';
import { useClient } from '../../session/session-context.ts';
import type { AuditEntry } from './audit-words.ts';

/**
 * Names what an entry is about, as it is called now, and an alert by its sentence. What is deleted or not loaded yet
 * has no name.
 */
export function useResourceNames(entries: readonly AuditEntry[]) {
  const client = useClient();
  const ids = entries.flatMap(({ resource, resourceId }) => (resource === 'event' ? (resourceId ?? []) : [])).sort();
  const alerts = [...new Set(ids)];
  const { data: sentenceOf } = useRead({
    queryKey: ['events', 'sentences', ...alerts],
    queryFn: ({ signal }) => alertSentences(client, alerts, signal),
    enabled: alerts.length > 0,
    // The sentence of an alert never changes.
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => before,
  });
  const { labelOf } = useWallets();
  const byResource: Partial<Record<AuditEntry['resource'], (id: string) => string | undefined>> = {
    wallet: labelOf,
    rule: useRules().nameOf,
    webhook: useWebhooks().nameOf,
    destination: useDestinations().nameOf,
    key: useKeys().nameOf,
    event: sentenceOf,
  };
  return ({ resource, resourceId }: AuditEntry): string | undefined =>
    resourceId === null ? undefined : byResource[resource]?.(resourceId);
}
