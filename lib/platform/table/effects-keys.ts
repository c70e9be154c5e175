import type { OrganisationId } from '../../values/ids.ts';
import { inPart, type Key } from './keys.ts';

/*
 * item                       pk                   sk
 * effects of a transaction   ORG#o*               EFFECTS#tx#digest#part      all effects, more than a record; expire
 */

/** `digest` of the content, so that an item never changes. */
export const effectsKey = (organisationId: OrganisationId, transactionId: string, digest: string, part: number): Key =>
  inPart(organisationId, transactionId, `EFFECTS#${transactionId}#${digest}#${String(part).padStart(4, '0')}`);
