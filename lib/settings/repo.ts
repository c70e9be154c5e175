import type { Deps } from '../deps.ts';
import type { OrganisationId } from '../ids.ts';
import { keys } from '../table/keys.ts';
import { getItem } from '../table/table.ts';
import { updateReturning } from '../table/write.ts';
import { StoredSettings } from './schema.ts';

/** Where an organisation's e-mail and Slack notifications go; nowhere until it says so. */
export function settingsRepo({ table }: Pick<Deps, 'table'>) {
  return {
    get: async (o: OrganisationId): Promise<StoredSettings> =>
      (await getItem(table, keys.settings(o), StoredSettings)) ?? StoredSettings.parse({}),

    /** Changes what is given and leaves the rest. */
    change: (o: OrganisationId, set: Partial<StoredSettings>): Promise<StoredSettings> =>
      updateReturning(table, { update: keys.settings(o), set }, StoredSettings),
  };
}

export type SettingsRepo = ReturnType<typeof settingsRepo>;
