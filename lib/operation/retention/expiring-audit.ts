import { auditLog } from '../../platform/audit/audit-page.ts';
import type { Deps } from '../../platform/deps.ts';
import { compactList, logList } from '../../platform/lists/index.ts';
import { plusSeconds } from '../../values/time.ts';
import { cutoffOf } from './expire-list.ts';
import type { Expiring } from './expiry.ts';

/** The removals are merged at once, so that readers never meet many of them. */
const COMPACT_SECONDS = 60;

/** Entries of the audit log expire some days after the change that they tell. Nothing else removes an entry. */
export function expiringAudit(deps: Pick<Deps, 'table' | 'now' | 'newId'>, days: number): Expiring {
  const entries = logList(deps, auditLog);
  return {
    name: auditLog.definition.name,

    hasOld: async (organisationId) =>
      (await entries.count(organisationId, { filter: {}, to: cutoffOf(deps, days) })) > 0,

    async removeSome(organisationId) {
      const removed = await entries.removeOldest(organisationId, cutoffOf(deps, days));
      await compactList(deps, auditLog, organisationId, { until: plusSeconds(deps.now(), COMPACT_SECONDS) });
      // What is removed is no longer in the list: the next step begins at its beginning again.
      return { removed, next: removed === 0 ? null : '' };
    },
  };
}
