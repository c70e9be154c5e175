import * as z from 'zod';
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
import { MOST_EMAILS } from '../../organisations/limits/recipient-room.ts';
import { AuditEntry } from '../../platform/audit/audit-entry.ts';
import { Difference } from '../../platform/audit/differences.ts';
import { Notable } from '../../platform/audit/notable.ts';
import type { Deps } from '../../platform/deps.ts';
import { overdueOf } from '../../platform/due/due.ts';
import { log, withLogContext } from '../../platform/log.ts';
import { auditKeys } from '../../platform/table/audit-keys.ts';
import { ifSame } from '../../platform/table/if-same.ts';
import { batchGet } from '../../platform/table/table.ts';
import { type Condition, type Delete, tryTransact, type Update } from '../../platform/table/write.ts';
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

/** An entry of the audit log of which the organisation is still to be told, with what is told of it. */
const PendingNotice = AuditEntry.extend({
  resource: z.enum(['rule', 'wallet', 'webhook', 'destination', 'settings']),
  changes: z
    .string()
    .transform((json): unknown => JSON.parse(json))
    .pipe(z.array(Difference)),
  notable: Notable,
  /** The addresses that had confirmed before the change, when the settings lost some of them. */
  confirmed: z.array(z.string()).default([]),
  /** How many other entries the notice of this entry stands for. */
  more: z.number().int(),
});
type PendingNotice = z.output<typeof PendingNotice>;

/**
 * Tells an organisation of the changes in its audit log that it must know of, at most `MOST_ENTRIES` of them. Many
 * changes of one kind by one actor become one notice. The call may be repeated and may stop anywhere: an entry is
 * pending until the transaction that creates its deliveries, or that counts it in another pending notice.
 */
export async function tellChanges(deps: TellingDeps, organisationId: OrganisationId): Promise<void> {
  const found = await overdueOf(deps.table, 'NOTICE', organisationId, deps.now(), MOST_ENTRIES);
  // The index may still have entries that are told.
  const wanted = found.map(({ id }) => auditKeys.pendingNotice(organisationId, id));
  const entries = await batchGet(deps.table, wanted, PendingNotice);
  if (entries.length === 0) return;
  const [webhooks, destinations, settings] = await Promise.all([
    deps.webhooks.all(organisationId),
    deps.destinations.all(organisationId),
    deps.settings.get(organisationId),
  ]);
  const records = {
    webhooks,
    destinations,
    settings: { ...settings, emails: hearing(entries, addressesIn(settings)) },
  };
  // The settings come last: until then, a run after a crash knows the addresses that they have lost.
  const ordered = [...entries.filter((each) => !isOfSettings(each)), ...entries.filter(isOfSettings)];
  for (const [first, ...others] of Map.groupBy(ordered, kindOf).values()) {
    if (first === undefined) continue;
    const apart = others.length < MOST_APART ? others : [];
    const told = apart === others ? first : await joined(deps.table, organisationId, first, others);
    for (const entry of [...(told === null ? [] : [told]), ...apart]) await tell(deps, organisationId, entry, records);
  }
}

const isOfSettings = ({ resource }: PendingNotice): boolean => resource === 'settings';

/**
 * The mail addresses that hear of these changes: those of the settings, and those that the settings have lost by one of
 * the changes. The oldest come first, so that nobody can crowd them out by many new addresses.
 */
const hearing = (entries: readonly PendingNotice[], present: readonly string[]): string[] =>
  [...new Set([...entries.flatMap(({ confirmed }) => confirmed), ...present])].slice(0, MOST_EMAILS);

const kindOf = ({ notable, resource, actor }: PendingNotice): string =>
  `${notable.action} ${resource} ${actor.kind} ${actor.id}`;

/** Nobody has told of the entry, and nobody has joined another entry to it since it was read. */
const asSeen = (entry: PendingNotice): Condition => ifSame(entry, 'more');

const toldOf = (organisationId: OrganisationId, entry: PendingNotice): Delete => ({
  delete: auditKeys.pendingNotice(organisationId, entry.id),
  ...asSeen(entry),
});

/** Makes the notice of `first` stand for the others, too. Null when another run tells of some of them. */
async function joined(
  table: TellingDeps['table'],
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
      ...asSeen(told),
    };
    const refusal = await tryTransact(table, {
      told: counted,
      others: some.map((other) => toldOf(organisationId, other)),
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
    entry: toldOf(organisationId, entry),
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
