import type { RuleRepo } from '../../alerts/rules/repo.ts';
import { type Channels, ruleFieldsOf, settingsFieldsOf } from '../../channels/channel-registry.ts';
import type { DestinationRepo } from '../../channels/destinations/repo.ts';
import { type Fields, settingsOwner } from '../../channels/port/channel-fields.ts';
import type { SettingsRepo } from '../../channels/settings/repo.ts';
import { organisationPages } from '../../organisations/list-organisations.ts';
import type { Deps } from '../../platform/deps.ts';
import { log } from '../../platform/log.ts';
import type { SealContext, Sealer } from '../../platform/sealer.ts';
import { ifSame } from '../../platform/table/if-same.ts';
import { type Key, keys } from '../../platform/table/keys.ts';
import { conditionHeld, type Update, write } from '../../platform/table/write.ts';
import type { OrganisationId } from '../../values/ids.ts';
import type { WebhookRepo } from '../../webhooks/repo.ts';
import type { StoredWebhook } from '../../webhooks/schema.ts';
import { canaryRepo } from '../canary/repo.ts';
import { sealedIn } from '../canary/schema.ts';

export interface ResealDeps extends Pick<Deps, 'table' | 'now' | 'newId'> {
  readonly channels: Channels;
  readonly webhooks: Pick<WebhookRepo, 'all'>;
  readonly destinations: Pick<DestinationRepo, 'all'>;
  readonly rules: Pick<RuleRepo, 'all'>;
  readonly settings: Pick<SettingsRepo, 'get'>;
  readonly sealer: Sealer;
}

/** A run begins no further organisation after this time. The admin function has a minute. */
export const RESEAL_RUN_SECONDS = 40;
/** Organisations of one page. */
const PAGE = 25;

/**
 * Seals again with the newest key what an older key sealed, in the order of the organisations. A run that is repeated
 * finds nothing to do. Stored answers of requests with idempotency keys are left out: they expire after a day.
 * @param after the `next` of the run before.
 * @returns how many records were sealed again; `next` is null after the last organisation.
 */
export async function reseal(
  deps: ResealDeps,
  after?: OrganisationId,
): Promise<{ resealed: number; next: OrganisationId | null }> {
  const until = deps.now().getTime() + RESEAL_RUN_SECONDS * 1000;
  let resealed = after === undefined ? await resealCanary(deps) : 0;
  let last = after;
  for await (const organisations of organisationPages(deps, PAGE, after)) {
    for (const { organisationId } of organisations) {
      if (deps.now().getTime() >= until) return { resealed, next: last ?? null };
      resealed += await resealOrganisation(deps, organisationId);
      last = organisationId;
    }
  }
  return { resealed, next: null };
}

/** The number of accounts that were sealed again: none or one. */
async function resealCanary(deps: ResealDeps): Promise<number> {
  const canary = canaryRepo(deps);
  const account = await canary.account();
  if (account === null || [account.sealedKey, account.sealedSecret].every(deps.sealer.isCurrent)) return 0;
  const owners = sealedIn(account);
  const sealedKey = again(deps.sealer, account.sealedKey, owners.sealedKey);
  const sealedSecret = again(deps.sealer, account.sealedSecret, owners.sealedSecret);
  const changed = canary.sealing(account, { sealedKey, sealedSecret });
  return (await conditionHeld(write(deps.table, changed))) ? 1 : 0;
}

async function resealOrganisation(deps: ResealDeps, organisationId: OrganisationId): Promise<number> {
  const { channels, sealer } = deps;
  const [webhooks, destinations, rules, settings] = await Promise.all([
    deps.webhooks.all(organisationId),
    deps.destinations.all(organisationId),
    deps.rules.all(organisationId),
    deps.settings.get(organisationId),
  ]);
  const namesIn = (fields: readonly { readonly sealed?: readonly string[] }[]) =>
    fields.flatMap(({ sealed = [] }) => sealed);
  const inRules = namesIn(ruleFieldsOf(channels));
  const inSettings = namesIn(settingsFieldsOf(channels));
  const changes = [
    ...webhooks.map((webhook) => ofWebhook(sealer, organisationId, webhook)),
    ...destinations.map((destination) => {
      const owner = { organisationId, recordId: destination.id };
      return ofFields(sealer, keys.destination(organisationId, destination.id), owner, destination, ['sealedSecret']);
    }),
    ...rules.map((rule) => {
      const owner = { organisationId, recordId: rule.id };
      return ofFields(sealer, keys.rule(organisationId, rule.id), owner, rule, inRules);
    }),
    ofFields(sealer, keys.settings(organisationId), settingsOwner(organisationId), settings, inSettings),
  ].filter((change) => change !== null);
  let resealed = 0;
  // A request that changed the record meanwhile has sealed it itself.
  for (const change of changes) if (await conditionHeld(write(deps.table, change))) resealed += 1;
  if (resealed > 0) log.info('organisation.resealed', { organisation: organisationId, records: resealed });
  return resealed;
}

const again = (sealer: Sealer, sealed: string, owner: SealContext): string =>
  sealer.isCurrent(sealed) ? sealed : sealer.seal(sealer.open(sealed, owner), owner);

/** The write that seals a subscription's secrets again; null when all are sealed with the newest key. */
function ofWebhook(
  sealer: Sealer,
  organisationId: OrganisationId,
  webhook: StoredWebhook,
): Update<StoredWebhook> | null {
  const { id, sealedSecret, sealedHeaders, previousSecrets } = webhook;
  const headers = sealedHeaders === null ? [] : [sealedHeaders];
  if ([sealedSecret, ...headers, ...previousSecrets.map(({ sealed }) => sealed)].every(sealer.isCurrent)) return null;
  const owner = { organisationId, recordId: id };
  const hasHeaders = sealedHeaders !== null;
  return {
    update: keys.webhook(organisationId, id),
    set: {
      sealedSecret: again(sealer, sealedSecret, owner),
      ...(hasHeaders && { sealedHeaders: again(sealer, sealedHeaders, owner) }),
      previousSecrets: previousSecrets.map((each) => ({ ...each, sealed: again(sealer, each.sealed, owner) })),
    },
    ...ifSame(webhook, 'sealedSecret', ...(hasHeaders ? (['sealedHeaders'] as const) : [])),
  };
}

/** The write that seals these fields of a record again; null when all are sealed with the newest key. */
function ofFields(
  sealer: Sealer,
  update: Key,
  owner: SealContext,
  record: Fields,
  names: readonly string[],
): Update<Record<string, unknown>> | null {
  const old = names.flatMap((name) => {
    const sealed = record[name];
    return typeof sealed === 'string' && !sealer.isCurrent(sealed) ? [{ name, sealed }] : [];
  });
  if (old.length === 0) return null;
  return {
    update,
    set: Object.fromEntries(old.map(({ name, sealed }) => [name, again(sealer, sealed, owner)])),
    ...ifSame(record, ...old.map(({ name }) => name)),
  };
}
