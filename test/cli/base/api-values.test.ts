import { expect, it } from '@jest/globals';
import { AUDIT_ACTIONS, AUDIT_RESOURCES } from '../../../cli/base/api-values.ts';
import { AuditAction, AuditResource } from '../../../lib/platform/audit/audit-entry.ts';

it('The command line knows every action and every resource of the audit log', () => {
  expect(AUDIT_ACTIONS).toEqual(AuditAction.options);
  expect(AUDIT_RESOURCES).toEqual(AuditResource.options);
});
