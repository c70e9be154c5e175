import * as z from 'zod';
import { InstantEndInput, InstantInput, pageOfSchema, paging, text } from '../../values/fields.ts';
import type { OrganisationId } from '../../values/ids.ts';
import type { RecordQuery } from '../lists/index.ts';
import { AuditAction, AuditEntry, AuditResource, actorOf, idWord } from './audit-entry.ts';

/*
 * What `GET /api/audit` asks and answers. Apart from the entries, so that the functions that write entries do not carry
 * it.
 */

export const AuditPage = pageOfSchema(AuditEntry);

export const AuditQuery = z.strictObject({
  ...paging,
  actor: text(128).min(1).optional().describe('The id of a key or of a person, or `link`, `system`, `operator`'),
  action: AuditAction.optional(),
  resource: AuditResource.optional(),
  resourceId: text(128).min(1).optional(),
  from: InstantInput.optional(),
  to: InstantEndInput.optional(),
  sort: z.enum(['-at', 'at']).optional().meta({ default: '-at' }),
});
export type AuditQuery = z.output<typeof AuditQuery>;

/** The query of the list for the filters of the API. */
export const auditQueryOf = (
  organisationId: OrganisationId,
  { actor, action, resource, resourceId, from, to, sort }: Partial<AuditQuery>,
): RecordQuery => ({
  filter: {
    action,
    resource,
    ...(actor !== undefined && { actor: actorOf(organisationId, actor) }),
    ...(resourceId !== undefined && { resourceId: { has: idWord(resourceId) } }),
  },
  from,
  to,
  order: sort === 'at' ? 'oldest first' : 'newest first',
});
