import { auditList, type StoredAuditEntry } from '../../platform/audit/audit-entry.ts';
import { auditKeys } from '../../platform/table/audit-keys.ts';
import type { Expiry } from './expiry.ts';

/** Entries of the audit log expire some days after the change that they tell. Nothing else removes an entry. */
export const expiringAudit = (days: number): Expiry<typeof StoredAuditEntry> => ({
  list: auditList,
  days,
  filter: {},
  due: async (_organisationId, entries) => [...entries],
  before: async () => {},
  removal: async (organisationId, { id }) => [
    { delete: auditKeys.entry(organisationId, id), when: 'attribute_exists(#pk)' },
  ],
});
