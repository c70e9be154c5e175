import type { Deps } from '../platform/deps.ts';
import { keys } from '../platform/table/keys.ts';
import { getItem } from '../platform/table/table.ts';
import { updateReturning } from '../platform/table/write.ts';
import type { OrganisationId } from '../values/ids.ts';
import { StoredSettings } from './schema.ts';

/** Where an organisation's e-mail and Slack notifications go; nowhere until it says so. */
export function settingsRepo({ table }: Pick<Deps, 'table'>) {
  return {
    get: async (organisationId: OrganisationId): Promise<StoredSettings> =>
      (await getItem(table, keys.settings(organisationId), StoredSettings)) ?? StoredSettings.parse({}),

    /** Changes what is given and leaves the rest. */
    change: (organisationId: OrganisationId, set: Partial<StoredSettings>): Promise<StoredSettings> =>
      updateReturning(table, { update: keys.settings(organisationId), set }, StoredSettings),
  };
}

export type SettingsRepo = ReturnType<typeof settingsRepo>;
