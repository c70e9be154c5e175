import * as z from 'zod';
import { apiKeyRepo } from '../api-keys/repo.ts';
import { ApiKey } from '../api-keys/schema.ts';
import type { Deps } from '../platform/deps.ts';
import { keys } from '../platform/table/keys.ts';
import { getItem } from '../platform/table/table.ts';
import { notFound } from '../values/errors.ts';
import { OrganisationId } from '../values/ids.ts';

/** The organisation and the API key of a request, as the API answers them. */
export const Me = z
  .object({
    organisation: z.object({ id: OrganisationId, name: z.string() }),
    key: ApiKey.pick({ id: true, name: true, scope: true, prefix: true, lastFour: true, expiresAt: true }),
  })
  .meta({ id: 'Me' });

const Organisation = z.object({ name: z.string() });

/** Whose key makes a request. @throws ApiError `not_found`. */
export async function me(
  deps: Pick<Deps, 'table' | 'now'>,
  organisationId: OrganisationId,
  keyId: string,
): Promise<z.output<typeof Me>> {
  const [organisation, key] = await Promise.all([
    getItem(deps.table, keys.organisation(organisationId), Organisation),
    apiKeyRepo(deps).get(organisationId, keyId),
  ]);
  if (organisation === null) throw notFound('organisation');
  const { id, name, scope, prefix, lastFour, expiresAt } = key;
  return {
    organisation: { id: organisationId, ...organisation },
    key: { id, name, scope, prefix, lastFour, expiresAt },
  };
}
