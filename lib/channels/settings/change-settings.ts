import { addressesIn } from '../../organisations/email-addresses/confirmations.ts';
import { allPass } from '../../values/dependent-checks.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { type Channels, merged, settingsFieldsOf } from '../channel-registry.ts';
import { type Fields, type SettingsFieldDeps, type ShownDeps, settingsOwner } from '../port/channel-fields.ts';
import type { SettingsRepo } from './repo.ts';
import type { StoredSettings, UpdateSettings } from './schema.ts';

export interface SettingsDeps extends ShownDeps {
  readonly channels: Channels;
  readonly settings: SettingsRepo;
}

/** The settings as the API answers them. Secrets are masked. */
export async function settingsResponse(
  deps: SettingsDeps,
  organisationId: OrganisationId,
  stored: StoredSettings,
): Promise<Fields> {
  const owner = settingsOwner(organisationId);
  return merged(await Promise.all(settingsFieldsOf(deps.channels).map(({ shown }) => shown(deps, owner, stored))));
}

/**
 * Changes the given fields. The response to the request that sets a secret shows the secret whole. All other responses
 * show the masked form.
 * @throws ApiError `validation_failed`.
 */
export async function changeSettings(
  deps: SettingsDeps & SettingsFieldDeps,
  organisationId: OrganisationId,
  given: UpdateSettings,
): Promise<Fields> {
  const before = await deps.settings.get(organisationId);
  const owner = settingsOwner(organisationId);
  const changes = await allPass(
    ...settingsFieldsOf(deps.channels).map(({ change }) => change(deps, owner, given, before)),
  );
  const set = merged(changes.map((each) => each.stored));
  const confirmed = await confirmedBefore(deps, organisationId, before, { ...before, ...set });
  const stored = await deps.settings.change(organisationId, set, confirmed);
  for (const { recorded } of changes) await recorded?.();
  const shown = await settingsResponse(deps, organisationId, stored);
  return merged([shown, ...changes.map(({ shownOnce }) => shownOnce)]);
}

/** The mail addresses that got mail before the change. Nobody asks for them when the change keeps all addresses. */
async function confirmedBefore(
  { emailAddresses }: Pick<SettingsDeps, 'emailAddresses'>,
  organisationId: OrganisationId,
  before: Fields,
  after: Fields,
): Promise<string[]> {
  const addresses = addressesIn(before);
  const kept = new Set(addressesIn(after));
  if (addresses.every((address) => kept.has(address))) return [];
  const statuses = await emailAddresses.statuses(organisationId, addresses);
  return statuses.filter(({ status }) => status === 'confirmed').map(({ address }) => address);
}
