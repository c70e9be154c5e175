import * as z from 'zod';
import { addressesIn } from '../../organisations/email-addresses/confirmations.ts';
import type { Deps } from '../../platform/deps.ts';
import { validationFailed } from '../../values/errors.ts';
import { fieldErrors } from '../../values/field-errors.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { switched } from '../../webhooks/schema.ts';
import type { Channel } from '../port/channel.ts';
import type { SettingsFieldDeps } from '../port/channel-fields.ts';
import type { DestinationConfig, StoredDestination } from '../port/destination.ts';
import type { DestinationPort } from '../port/destination-port.ts';
import type { DestinationRepo } from './repo.ts';
import type { CreateDestination, UpdateDestination } from './schema.ts';

interface ChangeDeps
  extends Pick<Deps, 'newId' | 'now'>,
    Pick<SettingsFieldDeps, 'outbound' | 'sealer' | 'emailAddresses' | 'confirmations'> {
  readonly channels: { readonly all: readonly Channel[] };
  readonly destinations: Pick<DestinationRepo, 'get' | 'create' | 'replace'>;
  readonly settings: { get(organisationId: OrganisationId): Promise<unknown> };
}

/** Makes a destination. No response shows its secret. @throws ApiError `validation_failed`, `conflict`. */
export async function createDestination(
  deps: ChangeDeps,
  organisationId: OrganisationId,
  { name, kind, config, match, isActive }: CreateDestination,
): Promise<StoredDestination> {
  const id = deps.newId();
  const at = deps.now().toISOString();
  const empty = { id, name, kind, config: {}, url: '', sealedSecret: null, match, createdAt: at, updatedAt: at };
  const { destination, stored } = await configured(deps, organisationId, { ...empty, ...switched(isActive) }, config);
  await deps.destinations.create(organisationId, destination);
  await stored();
  return destination;
}

/** Changes a destination. @throws ApiError `not_found`, `validation_failed`, `conflict`. */
export async function updateDestination(
  deps: ChangeDeps,
  organisationId: OrganisationId,
  id: string,
  { config = {}, isActive, ...change }: UpdateDestination,
): Promise<StoredDestination> {
  const before = await deps.destinations.get(organisationId, id);
  const given = { ...before, ...change, ...(isActive !== undefined && switched(isActive)) };
  const { destination, stored } = await configured(deps, organisationId, given, config);
  const after = { ...destination, updatedAt: deps.now().toISOString() };
  await deps.destinations.replace(organisationId, before, after);
  await stored();
  return after;
}

interface Configured {
  readonly destination: StoredDestination;
  /** Runs after the destination was stored. */
  stored(): Promise<void>;
}

/** The destination with these fields of its config. A field that is given as the API shows it stays as it is. */
async function configured(
  { outbound, sealer, emailAddresses, confirmations, channels, settings }: ChangeDeps,
  organisationId: OrganisationId,
  before: StoredDestination,
  given: DestinationConfig,
): Promise<Configured> {
  const port = portOf(channels, before.kind);
  const changed = Object.entries(given).filter(([field, value]) => value !== before.config[field]);
  const parsed = z.strictObject(port.config).partial().safeParse(Object.fromEntries(changed));
  if (!parsed.success) throw validationFailed(fieldErrors(parsed.error.issues, ['config']));
  const config: DestinationConfig = { ...before.config };
  for (const [field, value] of Object.entries(parsed.data)) if (typeof value === 'string') config[field] = value;
  const isNew = (field: string | undefined): field is string => field !== undefined && parsed.data[field] !== undefined;
  const { secret, url, mailAddress } = port;
  if (isNew(url)) await outbound.assertDestination(`config.${url}`, outbound.vendorUrl(before.kind, config[url] ?? ''));
  const shown = secret === undefined || isNew(secret) ? port.shownUrl(config) : before.url;
  const destination = { ...before, config, url: shown };
  if (isNew(secret)) {
    const text = config[secret] ?? '';
    destination.sealedSecret = (await sealer()).seal(text, { organisationId, recordId: before.id });
    config[secret] = `…${text.slice(-4)}`;
  }
  const added = isNew(mailAddress) ? [config[mailAddress] ?? ''] : [];
  const known = added.length === 0 ? [] : addressesIn(await settings.get(organisationId));
  // An address without a record counts as confirmed, so the record comes before the destination names the address. An
  // address of the settings without a record is older than the records: it stays confirmed.
  for (const address of added) {
    await (known.includes(address) ? emailAddresses.adopt : emailAddresses.add)(organisationId, address);
  }
  return { destination, stored: () => confirmations.askPending(organisationId, added) };
}

/** @throws Error when the channel is no longer registered. */
function portOf({ all }: ChangeDeps['channels'], kind: string): DestinationPort {
  const port = all.find((channel) => channel.kind === kind)?.destination;
  if (port === undefined) throw new Error(`no channel has destinations of the kind ${kind}`);
  return port;
}
