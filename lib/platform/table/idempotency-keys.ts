import type { OrganisationId } from '../../values/ids.ts';
import { type Key, keys } from './keys.ts';

/*
 * item                       pk                   sk
 * request with a key         ORG#o                IDEMPOTENCY#API key#SHA-256 of the idempotency key   expires
 */

export const idempotencyKey = (organisationId: OrganisationId, apiKeyId: string, sha256: string): Key => ({
  pk: keys.organisation(organisationId).pk,
  sk: `IDEMPOTENCY#${apiKeyId}#${sha256}`,
});
