import { useDestinations } from '../../live/destinations.ts';
import { useKeys } from '../../live/keys.ts';
import { useRules } from '../../live/rules.ts';
import { useWallets } from '../../live/wallets.ts';
import { useWebhooks } from '../../live/webhooks.ts';
import type { AuditEntry } from './audit-words.ts';

/** Names what an entry is about, as it is called now. What is deleted or not loaded yet has no name. */
export function useResourceNames() {
  const { labelOf } = useWallets();
  const byResource: Partial<Record<AuditEntry['resource'], (id: string) => string | undefined>> = {
    wallet: labelOf,
    rule: useRules().nameOf,
    webhook: useWebhooks().nameOf,
    destination: useDestinations().nameOf,
    key: useKeys().nameOf,
  };
  return ({ resource, resourceId }: AuditEntry): string | undefined =>
    resourceId === null ? undefined : byResource[resource]?.(resourceId);
}
