import { type AuditCheckpoint, checkpointList } from '../../platform/audit/audit-checkpoint.ts';
import { auditKeys } from '../../platform/table/audit-keys.ts';
import type { Expiry } from './expiry.ts';

/**
 * A checkpoint expires a day before its entries, so that each checkpoint that is left has all of its entries.
 * @param days for which entries are kept.
 */
export const expiringCheckpoints = (days: number): Expiry<typeof AuditCheckpoint> => ({
  list: checkpointList,
  days: days - 1,
  filter: {},
  due: async (_organisationId, checkpoints) => [...checkpoints],
  before: async () => {},
  removal: async (organisationId, { id }) => [
    { delete: auditKeys.checkpoint(organisationId, id), when: 'attribute_exists(#pk)' },
  ],
});
