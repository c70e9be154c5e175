import * as z from 'zod';
import { audited } from '../platform/audit/audit-log.ts';
import type { Deps } from '../platform/deps.ts';
import { keys } from '../platform/table/keys.ts';
import { operatorKeys } from '../platform/table/operator-keys.ts';
import { dividedOrganisation } from '../platform/table/organisation-parts.ts';
import { IF_ABSENT, type Put, transact } from '../platform/table/write.ts';
import { name } from '../values/fields.ts';
import type { OrganisationId } from '../values/ids.ts';
import { newKey } from './api-keys/new-key.ts';
import type { ApiKeyRepo } from './api-keys/repo.ts';

export const CreateOrganisation = z.strictObject({ name: name(64) });

/** What an organisation begins with. */
interface Beginning {
  readonly apiKeys: ApiKeyRepo;
  /** The writes that make its lists. */
  newLists(organisationId: OrganisationId): Put[];
}

/** Creates an organisation and its first admin key in one transaction. */
export async function createOrganisation(deps: Deps, beginning: Beginning, input: z.output<typeof CreateOrganisation>) {
  const { writes, ...made } = newOrganisation(deps, beginning, input);
  await transact(deps.table, { organisation: writes });
  return made;
}

/** A new organisation, its first admin key, and the writes that create both. */
export function newOrganisation(
  deps: Deps,
  { apiKeys, newLists }: Beginning,
  input: z.output<typeof CreateOrganisation>,
) {
  const organisationId = dividedOrganisation(deps.newId());
  const { key, stored } = newKey(deps, organisationId, { name: 'First key', scope: 'admin' });
  const createdAt = deps.now().toISOString();
  const listed = { ...input, organisationId, createdAt };
  const writes: Put[] = [
    { put: { ...keys.organisation(organisationId), ...listed, walletCount: 0, walletsListed: true }, ...IF_ABSENT },
    { put: { ...operatorKeys.listed(organisationId), ...listed } },
    ...newLists(organisationId),
    ...apiKeys.creation(stored),
    ...audited(deps, organisationId, { action: 'create', resource: 'organisation', id: organisationId, after: input }),
  ];
  return { organisationId, apiKey: key, writes };
}
