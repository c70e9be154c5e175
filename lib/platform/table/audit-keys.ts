import type { OrganisationId } from '../../values/ids.ts';
import { inPart, type Key } from './keys.ts';

/*
 * The entries of the audit log are in a counted list (counted-list-keys.ts).
 *
 * item                       pk                   sk
 * reader of an export        ORG#o*               READER#id                   whose entry is written; expires
 * untold entry               ORG#o*               UNTOLD#entry                its organisation is still to be told
 */

export const auditKeys = {
  /** @param id of the export and the reader together. */
  reader: (organisationId: OrganisationId, id: string): Key => inPart(organisationId, id, `READER#${id}`),
  /** @param id of the entry. */
  untold: (organisationId: OrganisationId, id: string): Key => inPart(organisationId, id, `UNTOLD#${id}`),
};
