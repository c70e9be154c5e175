import type { Deps } from '../../platform/deps.ts';
import { keys } from '../../platform/table/keys.ts';
import { getItem } from '../../platform/table/table.ts';
import { updateReturning } from '../../platform/table/write.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { type SettingsSchemas, StoredSettings } from './schema.ts';

/** Where notices of an organisation go besides its subscriptions. New settings name no recipient. */
export function settingsRepo(
  { table }: Pick<Deps, 'table'>,
  schemas: Pick<SettingsSchemas, 'StoredSettings'> = { StoredSettings },
) {
  const schema = schemas.StoredSettings;
  return {
    get: async (organisationId: OrganisationId): Promise<StoredSettings> =>
      (await getItem(table, keys.settings(organisationId), schema)) ?? schema.parse({}),

    /** Changes the given fields and leaves the other fields. */
    change: (organisationId: OrganisationId, set: StoredSettings): Promise<StoredSettings> =>
      updateReturning(table, { update: keys.settings(organisationId), set }, schema),
  };
}

export type SettingsRepo = ReturnType<typeof settingsRepo>;
