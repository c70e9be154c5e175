import type { OrganisationId } from '../../values/ids.ts';
import { inPart, type Key } from './keys.ts';

/*
 * item                       pk                   sk
 * entry of the audit log     ORG#o*               AUDIT#id
 */

export const auditKeys = {
  entry: (organisationId: OrganisationId, id: string): Key => inPart(organisationId, id, `AUDIT#${id}`),
};
