import * as z from 'zod';
import { hashOf, type KeyKind, makeKey } from '../api-keys/key.ts';
import type { ApiKeyRepo } from '../api-keys/repo.ts';
import type { CreateApiKey, StoredApiKey } from '../api-keys/schema.ts';
import type { Deps } from '../deps.ts';
import { name } from '../fields.ts';
import { OrganisationId } from '../ids.ts';
import { keys } from '../table/keys.ts';
import { IF_ABSENT, transact } from '../table/write.ts';

export const CreateOrganisation = z.strictObject({ name: name(64) });

/** Keys of a prod stage say so, so that nobody mistakes one for a test key. */
export const keyKindOf = (stage: string): KeyKind => (stage === 'prod' ? 'live' : 'test');

/** A new key of an organisation, and how it is stored. `key` is all that its owner ever sees of the secret. */
export function newKey(
  deps: Deps,
  organisationId: OrganisationId,
  { name, scope, expiresAt = undefined }: CreateApiKey,
) {
  const key = makeKey(keyKindOf(deps.stage), deps.randomBytes);
  const stored: StoredApiKey = {
    id: deps.newId(),
    organisationId,
    name,
    scope,
    prefix: key.slice(0, 'cw_live_'.length),
    lastFour: key.slice(-4),
    createdAt: deps.now().toISOString(),
    expiresAt: expiresAt ?? null,
    revokedAt: null,
    lastUsedAt: null,
  };
  return { key, stored, sha256: hashOf(key) };
}

/** An organisation and its first admin key, both or neither. */
export async function createOrganisation(deps: Deps, apiKeys: ApiKeyRepo, input: z.output<typeof CreateOrganisation>) {
  const organisationId = OrganisationId.parse(deps.newId());
  const { key, stored, sha256 } = newKey(deps, organisationId, { name: 'First key', scope: 'admin' });
  const createdAt = deps.now().toISOString();
  await transact(deps.table, [
    { put: { ...keys.organisation(organisationId), ...input, organisationId, createdAt }, ...IF_ABSENT },
    apiKeys.creation(stored, sha256),
  ]);
  return { organisationId, apiKey: key };
}
