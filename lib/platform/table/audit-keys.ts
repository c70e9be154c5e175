import type { OrganisationId } from '../../values/ids.ts';
import { inOrg, inPart, type Key } from './keys.ts';

/*
 * item                       pk                   sk
 * entry of the audit log     ORG#o*               AUDIT#id
 * checkpoint of the log      ORG#o*               CHECKPOINT#id
 * end of its checkpoints     ORG#o                CHECKPOINTS                 the newest, from which the next goes on
 */

export const auditKeys = {
  entry: (organisationId: OrganisationId, id: string): Key => inPart(organisationId, id, `AUDIT#${id}`),
  checkpoint: (organisationId: OrganisationId, id: string): Key => inPart(organisationId, id, `CHECKPOINT#${id}`),
  checkpointsEnd: (organisationId: OrganisationId): Key => inOrg(organisationId, 'CHECKPOINTS'),
};
