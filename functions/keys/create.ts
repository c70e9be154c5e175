import { apiKeyRepo } from '../../lib/api-keys/repo.ts';
import { invalidField } from '../../lib/errors.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { newKey } from '../../lib/organisations/create.ts';
import { write } from '../../lib/table/write.ts';
import { routes } from '../routes.ts';

export const handler = endpoint(routes.createKey, async ({ body, organisation, deps }) => {
  if (body.expiresAt !== undefined && body.expiresAt <= deps.now().toISOString()) {
    throw invalidField('expiresAt', 'must be in the future');
  }
  const { key, stored, sha256 } = newKey(deps, organisation, body);
  await write(deps.table, apiKeyRepo(deps).creation(stored, sha256));
  return { ...stored, key };
});
