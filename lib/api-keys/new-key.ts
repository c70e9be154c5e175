import type { Deps } from '../platform/deps.ts';
import type { OrganisationId } from '../values/ids.ts';
import { hashOf, type KeyKind, makeKey } from './key.ts';
import type { CreateApiKey, StoredApiKey } from './schema.ts';

/** Keys of a prod stage say so, so that nobody mistakes one for a test key. */
const keyKindOf = (stage: string): KeyKind => (stage === 'prod' ? 'live' : 'test');

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
