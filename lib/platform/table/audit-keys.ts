import type { OrganisationId } from '../../values/ids.ts';
import { inOrg, type Key } from './keys.ts';

/*
 * item                       pk                   sk
 * entry of the audit log     ORG#o                AUDIT#id
 */

export const auditKeys = {
  entry: (organisationId: OrganisationId, id: string): Key => inOrg(organisationId, `AUDIT#${id}`),
};
