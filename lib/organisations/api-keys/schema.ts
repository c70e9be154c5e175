import * as z from 'zod';
import { scopes } from '../../platform/caller.ts';
import { Instant, InstantInput, name, paging } from '../../values/fields.ts';
import { OrganisationId, Uuid } from '../../values/ids.ts';

const KeyScope = z.enum(scopes);

/** An API key as its organisation stores it: with the SHA-256 of the key, and never the key itself. */
export const StoredApiKey = z.object({
  id: Uuid,
  organisationId: OrganisationId,
  name: z.string(),
  scope: KeyScope,
  prefix: z.string(),
  lastFour: z.string(),
  createdAt: Instant,
  expiresAt: Instant.nullable(),
  revokedAt: Instant.nullable(),
  sha256: z.string(),
});
export type StoredApiKey = z.output<typeof StoredApiKey>;

/** What the authorizer reads of a key. The key of this item is the SHA-256 of the API key. */
export const Credential = z.object({
  ...StoredApiKey.pick({ id: true, organisationId: true, scope: true, expiresAt: true, revokedAt: true }).shape,
  /** Null in the credentials that are older than this field. */
  name: z.string().nullable().default(null),
  /** Rounded down to the minute. */
  lastUsedAt: Instant.nullable(),
});
export type Credential = z.output<typeof Credential>;

export const ApiKey = z
  .object({
    ...StoredApiKey.omit({ organisationId: true, sha256: true }).shape,
    lastUsedAt: Credential.shape.lastUsedAt,
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.output<typeof ApiKey>;
/** The answer to the creation of a key, the only answer that contains the key itself. */
export const CreatedApiKey = ApiKey.extend({ key: z.string() }).meta({ id: 'CreatedApiKey' });

export const CreateApiKey = z
  .strictObject({ name: name(64), scope: KeyScope, expiresAt: InstantInput.optional() })
  .meta({ id: 'CreateApiKey' });
export type CreateApiKey = z.output<typeof CreateApiKey>;
export const ApiKeyQuery = z.strictObject(paging);
