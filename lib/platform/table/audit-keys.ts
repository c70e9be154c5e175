import type { OrganisationId } from '../../values/ids.ts';
import { inOrg, inPart, type Key } from './keys.ts';

/*
 * The entries of the audit log are in a counted list (counted-list-keys.ts).
 *
 * item                       pk                   sk
 * checkpoint of the log      ORG#o*               CHECKPOINT#id
 * end of its checkpoints     ORG#o                CHECKPOINTS                 the newest, from which the next goes on
 * reader of an export        ORG#o*               READER#id                   whose entry is written; expires
 * pending notice             ORG#o*               NOTICE#entry                of a change; expires after it is told
 */

export const auditKeys = {
  /** @param id of the export and the reader together. */
  reader: (organisationId: OrganisationId, id: string): Key => inPart(organisationId, id, `READER#${id}`),
  checkpoint: (organisationId: OrganisationId, id: string): Key => inPart(organisationId, id, `CHECKPOINT#${id}`),
  checkpointsEnd: (organisationId: OrganisationId): Key => inOrg(organisationId, 'CHECKPOINTS'),
  /** @param id of the entry. */
  pendingNotice: (organisationId: OrganisationId, id: string): Key => inPart(organisationId, id, `NOTICE#${id}`),
};
