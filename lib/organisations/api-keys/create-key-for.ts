import type { Deps } from '../../platform/deps.ts';
import { keys } from '../../platform/table/keys.ts';
import { exists } from '../../platform/table/table.ts';
import { invalidField, notFound } from '../../values/errors.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { newKey } from './new-key.ts';
import { apiKeyRepo } from './repo.ts';
import type { CreateApiKey } from './schema.ts';

/** @throws ApiError `validation_failed` for a key that has expired at `now`. */
export function assertExpiry({ expiresAt }: Pick<CreateApiKey, 'expiresAt'>, now: Date): void {
  if (expiresAt !== undefined && expiresAt <= now.toISOString()) {
    throw invalidField('expiresAt', 'must be in the future');
  }
}

/** Creates an API key. Only this answer contains `key`. @throws ApiError `validation_failed`, `conflict`. */
export async function createKey(deps: Deps, organisationId: OrganisationId, input: CreateApiKey) {
  assertExpiry(input, deps.now());
  const { key, stored } = newKey(deps, organisationId, input);
  await apiKeyRepo(deps).create(stored);
  const { sha256: _, ...shown } = stored;
  return { ...shown, lastUsedAt: null, key };
}

/**
 * Creates an API key for an operator. Checks that the organisation exists, because the operator may mistype its id.
 * @throws ApiError `validation_failed`, `not_found`, `conflict`.
 */
export async function createKeyFor(deps: Deps, organisationId: OrganisationId, input: CreateApiKey) {
  if (!(await exists(deps.table, keys.organisation(organisationId)))) throw notFound('organisation');
  return createKey(deps, organisationId, input);
}
