import { AuditPage, AuditQuery } from '../../lib/platform/audit/audit-query.ts';
import type { Route } from '../../lib/platform/http/route.ts';
import { MANY_RECORDS } from '../../lib/platform/http/route-parts.ts';

export const routes = {
  listAudit: {
    method: 'GET',
    path: '/api/audit',
    handler: 'audit/list-audit',
    scope: 'admin',
    tag: 'Audit',
    summary: 'List the audit log',
    description:
      'Who changed what, newest first, or oldest first with `sort=at`. Nobody can change or delete an entry.',
    query: AuditQuery,
    responses: { 200: AuditPage },
    costs: 'reads',
    access: { table: ['GetItem', 'BatchGetItem', 'Query'] },
    ...MANY_RECORDS,
  },
} as const satisfies Record<string, Route>;
