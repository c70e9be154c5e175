import { addressesIn } from '../../organisations/email-addresses/confirmations.ts';
import { toldAfter } from '../../organisations/email-addresses/told-addresses.ts';
import { audited } from '../../platform/audit/audit-log.ts';
import type { Deps } from '../../platform/deps.ts';
import { keys } from '../../platform/table/keys.ts';
import { getItem } from '../../platform/table/table.ts';
import { transact, type Update } from '../../platform/table/write.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { type SettingsSchemas, StoredSettings } from './schema.ts';

/** Where notices of an organisation go besides its subscriptions. New settings name no recipient. */
export function settingsRepo(
  deps: Pick<Deps, 'table' | 'now' | 'newId'>,
  schemas: Pick<SettingsSchemas, 'StoredSettings'> = { StoredSettings },
) {
  const schema = schemas.StoredSettings;
  const { table } = deps;
  const get = async (organisationId: OrganisationId): Promise<StoredSettings> =>
    (await getItem(table, keys.settings(organisationId), schema)) ?? schema.parse({});
  return {
    get,

    /**
     * Changes the given fields and leaves the other fields.
     * @param confirmed the mail addresses in the settings before the change that get mail. When the settings lose any
     *   of them, they still hear of changes for a while.
     */
    async change(
      organisationId: OrganisationId,
      set: StoredSettings,
      confirmed: readonly string[] = [],
    ): Promise<StoredSettings> {
      const before = await get(organisationId);
      // A caller who writes back what is stored changes nothing.
      if (Object.keys(set).length === 0) return before;
      const kept = new Set(addressesIn({ ...before, ...set }));
      const lostAddresses = confirmed.filter((address) => !kept.has(address));
      const toldUntil = toldAfter(before, lostAddresses.length > 0 ? confirmed : [], deps.now());
      const all = { ...set, ...((toldUntil.length > 0 || 'toldUntil' in before) && { toldUntil }) };
      const settings: Update<StoredSettings> = { update: keys.settings(organisationId), set: all };
      const change = {
        action: 'update',
        resource: 'settings',
        id: null,
        before,
        after: { ...before, ...all },
        lostAddresses,
      } as const;
      await transact(table, { settings, audit: audited(deps, organisationId, change) });
      return get(organisationId);
    },
  };
}

export type SettingsRepo = ReturnType<typeof settingsRepo>;
