import * as z from 'zod';
import { Instant, InstantInput, name, paging } from '../values/fields.ts';
import { OrganisationId, Uuid } from '../values/ids.ts';

const KeyScope = z.enum(['read', 'write', 'admin']);

/** An API key as stored. The item holds the SHA-256 of the key in an index attribute, and never the key itself. */
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
  /** Rounded down to the minute. */
  lastUsedAt: Instant.nullable(),
});
export type StoredApiKey = z.output<typeof StoredApiKey>;

export const ApiKey = StoredApiKey.omit({ organisationId: true });
export type ApiKey = z.output<typeof ApiKey>;
/** The answer to the creation of a key, the only answer that contains the key itself. */
export const CreatedApiKey = ApiKey.extend({ key: z.string() });

export const CreateApiKey = z.strictObject({ name: name(64), scope: KeyScope, expiresAt: InstantInput.optional() });
export type CreateApiKey = z.output<typeof CreateApiKey>;
export const ApiKeyQuery = z.strictObject(paging);
