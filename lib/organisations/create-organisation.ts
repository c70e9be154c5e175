import * as z from 'zod';
import { newKey } from '../api-keys/new-key.ts';
import type { ApiKeyRepo } from '../api-keys/repo.ts';
import type { Deps } from '../platform/deps.ts';
import { keys } from '../platform/table/keys.ts';
import { IF_ABSENT, transact } from '../platform/table/write.ts';
import { name } from '../values/fields.ts';
import { OrganisationId } from '../values/ids.ts';

export const CreateOrganisation = z.strictObject({ name: name(64) });

/** Creates an organisation and its first admin key in one transaction. */
export async function createOrganisation(deps: Deps, apiKeys: ApiKeyRepo, input: z.output<typeof CreateOrganisation>) {
  const organisationId = OrganisationId.parse(deps.newId());
  const { key, stored } = newKey(deps, organisationId, { name: 'First key', scope: 'admin' });
  const createdAt = deps.now().toISOString();
  await transact(deps.table, [
    { put: { ...keys.organisation(organisationId), ...input, organisationId, createdAt }, ...IF_ABSENT },
    ...apiKeys.creation(stored),
  ]);
  return { organisationId, apiKey: key };
}
