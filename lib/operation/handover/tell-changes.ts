import type { Channels } from '../../channels/channel-registry.ts';
import type { DestinationRepo } from '../../channels/destinations/repo.ts';
import { reportDeliveries } from '../../channels/plan-deliveries.ts';
import type { AudienceRecords } from '../../channels/port/channel.ts';
import type { ConfigurationChangedNotice } from '../../channels/port/notice.ts';
import { maskedUrl } from '../../channels/port/secret-url.ts';
import type { SettingsRepo } from '../../channels/settings/repo.ts';
import type { Queue } from '../../deliveries/delivery-queue.ts';
import { queueAttempts } from '../../deliveries/pending-delivery.ts';
import type { DeliveryRepo } from '../../deliveries/repo.ts';
import { addressesIn } from '../../organisations/email-addresses/confirmations.ts';
import { addressesTold } from '../../organisations/email-addresses/told-addresses.ts';
import { PendingNotice, stillPending, toldOf } from '../../platform/audit/pending-notice.ts';
import type { Deps } from '../../platform/deps.ts';
import { overdueOf } from '../../platform/due/due.ts';
import { log, withLogContext } from '../../platform/log.ts';
import { auditKeys } from '../../platform/table/audit-keys.ts';
import { batchGet } from '../../platform/table/table.ts';
import { tryTransact, type Update } from '../../platform/table/write.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { inGroups } from '../../values/in-groups.ts';
import type { WebhookRepo } from '../../webhooks/repo.ts';

/** Entries that one call tells of. */
const MOST_ENTRIES = 1_000;
/** Changes of one kind by one actor that have a notice each. One notice stands for more of them. */
const MOST_APART = 5;
/** A transaction has 100 writes. */
const JOINED_AT_ONCE = 50;

export interface TellingDeps extends Pick<Deps, 'table' | 'now'> {
  readonly channels: Channels;
  readonly deliveries: Pick<DeliveryRepo, 'creations'>;
  readonly destinations: Pick<DestinationRepo, 'all'>;
  readonly webhooks: Pick<WebhookRepo, 'all'>;
  readonly settings: Pick<SettingsRepo, 'get'>;
  readonly queue: Queue;
}

/**
 * Tells an organisation of the changes in its audit log that it must know of, at most `MOST_ENTRIES` of them. Many
 * changes of one kind by one actor become one notice. The call may be repeated and may stop anywhere: an entry is
 * pending until the transaction that creates its deliveries, or that counts it in another pending notice.
 */
export async function tellChanges(deps: TellingDeps, organisationId: OrganisationId): Promise<void> {
  const found = await overdueOf(deps.table, 'NOTICE', organisationId, deps.now(), MOST_ENTRIES);
  // The index may still have entries that are told.
  const wanted = found.map(({ id }) => auditKeys.pendingNotice(organisationId, id));
  const items = await batchGet(deps.table, wanted, PendingNotice);
  const entries = items.filter(({ gsi3sk }) => gsi3sk !== undefined);
  const [oldest] = entries;
  if (oldest === undefined) return;
  const [webhooks, destinations, settings] = await Promise.all([
    deps.webhooks.all(organisationId),
    deps.destinations.all(organisationId),
    deps.settings.get(organisationId),
  ]);
  const emails = addressesTold(settings, addressesIn(settings), oldest.at);
  const records = { webhooks, destinations, settings: { ...settings, emails } };
  for (const [first, ...others] of Map.groupBy(entries, kindOf).values()) {
    if (first === undefined) continue;
    const apart = others.length < MOST_APART ? others : [];
    const told = apart === others ? first : await joined(deps, organisationId, first, others);
    for (const entry of [...(told === null ? [] : [told]), ...apart]) await tell(deps, organisationId, entry, records);
  }
}

/** The mail addresses and a URL of the settings are changes of two kinds: neither hides the other. */
const kindOf = ({ notable, resource, actor }: PendingNotice): string =>
  `${notable.action} ${resource === 'settings' ? notable.name : resource} ${actor.kind} ${actor.id}`;

/** Makes the notice of `first` stand for the others, too. Null when another run tells of some of them. */
async function joined(
  { table, now }: Pick<TellingDeps, 'table' | 'now'>,
  organisationId: OrganisationId,
  first: PendingNotice,
  others: readonly PendingNotice[],
): Promise<PendingNotice | null> {
  let told = first;
  for (const some of inGroups(others, JOINED_AT_ONCE)) {
    // A run that stopped may have joined entries to one of these, too.
    const more = some.reduce((sum, other) => sum + 1 + other.more, told.more);
    const counted: Update<PendingNotice> = {
      update: auditKeys.pendingNotice(organisationId, told.id),
      set: { more },
      ...stillPending(told),
    };
    const refusal = await tryTransact(table, {
      told: counted,
      others: some.map((other) => toldOf(now(), organisationId, other)),
    });
    if (refusal !== null) return null;
    told = { ...told, more };
  }
  return told;
}

/** Makes the deliveries of the notice of an entry, unless another run has made them. */
async function tell(
  deps: TellingDeps,
  organisationId: OrganisationId,
  entry: PendingNotice,
  records: AudienceRecords,
): Promise<void> {
  // Each attempt names the request that made the change.
  const deliveries = withLogContext({ correlationId: entry.requestId ?? undefined }, () =>
    reportDeliveries(deps.channels, organisationId, noticeOf(entry), records, []),
  );
  const refusal = await tryTransact(deps.table, {
    entry: toldOf(deps.now(), organisationId, entry),
    deliveries: deps.deliveries.creations(organisationId, deliveries),
  });
  if (refusal?.failed.includes('entry')) return;
  if (refusal !== null) throw refusal;
  log.info('change.told', { organisation: organisationId, entry: entry.id, deliveries: deliveries.length });
  await queueAttempts(deps, deliveries);
}

function noticeOf(entry: PendingNotice): ConfigurationChangedNotice {
  const { id, resource, resourceId, notable, actor, changes, at, requestId, more } = entry;
  const told = changes.map(({ path, before, after }) => ({ path, before: masked(before), after: masked(after) }));
  return {
    kind: 'configuration.changed',
    ...{ id, ...notable, resource, resourceId, actor, changes: told, at, requestId, more },
  };
}

/** The path and the query of a URL may hold a secret. */
const masked = (value: unknown): unknown =>
  typeof value === 'string' && /^https?:/i.test(value) && URL.canParse(value) ? maskedUrl(value) : value;
