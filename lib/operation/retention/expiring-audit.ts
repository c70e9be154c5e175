import { type AuditCheckpoint, checkpointList } from '../../platform/audit/audit-checkpoint.ts';
import { auditLog } from '../../platform/audit/audit-page.ts';
import type { Deps } from '../../platform/deps.ts';
import { compactList, logList } from '../../platform/lists/index.ts';
import { auditKeys } from '../../platform/table/audit-keys.ts';
import { IF_PRESENT } from '../../platform/table/write.ts';
import { plusSeconds } from '../../values/time.ts';
import type { Expiring, Expiry } from './expire-list.ts';
import { cutoffOf } from './expire-list.ts';

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

/**
 * A checkpoint expires a day before its entries, so that each checkpoint that is left has all of its entries.
 * @param days for which entries are kept.
 */
export const expiringCheckpoints = (days: number): Expiry<typeof AuditCheckpoint> => ({
  list: checkpointList,
  days: days - 1,
  filter: {},
  due: async (_organisationId, checkpoints) => [...checkpoints],
  removal: async (organisationId, { id }) => [{ delete: auditKeys.checkpoint(organisationId, id), ...IF_PRESENT }],
});
