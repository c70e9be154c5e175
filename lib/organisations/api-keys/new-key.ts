import type { Deps } from '../../platform/deps.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { hashOf, type KeyKind, makeKey } from './key.ts';
import type { CreateApiKey, StoredApiKey } from './schema.ts';

/** Keys of the prod stage are marked as live, so that nobody mistakes them for test keys. */
const keyKindOf = (stage: string): KeyKind => (stage === 'prod' ? 'live' : 'test');

/** Makes a new key of an organisation: the text for its owner, and the item to store. */
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
    sha256: hashOf(key),
  };
  return { key, stored };
}
