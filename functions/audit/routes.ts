import { CheckpointPage, CheckpointQuery } from '../../lib/platform/audit/audit-checkpoint.ts';
import { AuditPage, AuditQuery } from '../../lib/platform/audit/audit-query.ts';
import { AuditKey } from '../../lib/platform/audit/signing-key.ts';
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
  listCheckpoints: {
    method: 'GET',
    path: '/api/audit/checkpoints',
    handler: 'audit/list-checkpoints',
    scope: 'admin',
    tag: 'Audit',
    summary: 'List the checkpoints',
    description: 'Signed statements about the audit log, the newest first.',
    query: CheckpointQuery,
    responses: { 200: CheckpointPage },
    costs: 'reads',
    access: { table: ['GetItem', 'BatchGetItem', 'Query'] },
  },
  getAuditKey: {
    method: 'GET',
    path: '/api/audit/key',
    handler: 'audit/show-audit-key',
    scope: 'public',
    tag: 'Audit',
    summary: 'Get the signing key',
    description: 'The public key that verifies the signatures of checkpoints. Keep it beside the checkpoints.',
    responses: { 200: AuditKey },
    access: { checkpointKey: 'GetPublicKey' },
  },
} as const satisfies Record<string, Route>;
