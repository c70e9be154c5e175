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
import { StoredAuditEntry } from '../../platform/audit/audit-entry.ts';
import { Notable, toldDifferences } from '../../platform/audit/notable.ts';
import type { Deps } from '../../platform/deps.ts';
import { overdueOf } from '../../platform/due/due.ts';
import { log, withLogContext } from '../../platform/log.ts';
import { auditKeys } from '../../platform/table/audit-keys.ts';
import { batchGet } from '../../platform/table/table.ts';
import { tryTransact, type Update } from '../../platform/table/write.ts';
import type { OrganisationId } from '../../values/ids.ts';
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

/** An entry of which the organisation is still to be told. `gsi3pk` is missing when the organisation was told. */
const NotableEntry = StoredAuditEntry.extend({
  resource: z.enum(['rule', 'wallet', 'webhook', 'destination']),
  resourceId: z.string(),
  notable: Notable,
  /** How many other entries the notice of this entry stands for. */
  more: z.number().int(),
  gsi3pk: z.string().optional(),
});
type NotableEntry = z.output<typeof NotableEntry>;

/**
 * Tells an organisation of the changes in its audit log that it must know of, at most `MOST_ENTRIES` of them. Many
 * changes of one kind by one actor become one notice. The call may be repeated and may stop anywhere: an entry is due
 * until the transaction that creates its deliveries, or that counts it in another entry.
 */
export async function tellChanges(deps: TellingDeps, organisationId: OrganisationId): Promise<void> {
  const found = await overdueOf(deps.table, 'NOTICE', organisationId, deps.now(), MOST_ENTRIES);
  const wanted = found.map(({ id }) => auditKeys.entry(organisationId, id));
  const entries = (await batchGet(deps.table, wanted, NotableEntry)).filter(({ gsi3pk }) => gsi3pk !== undefined);
  if (entries.length === 0) return;
  const [webhooks, destinations, settings] = await Promise.all([
    deps.webhooks.all(organisationId),
    deps.destinations.all(organisationId),
    deps.settings.get(organisationId),
  ]);
  const records = { webhooks, destinations, settings };
  for (const [first, ...others] of Map.groupBy(entries, kindOf).values()) {
    if (first === undefined) continue;
    const apart = others.length < MOST_APART ? others : [];
    const told = apart === others ? first : await joined(deps.table, organisationId, first, others);
    for (const entry of [...(told === null ? [] : [told]), ...apart]) await tell(deps, organisationId, entry, records);
  }
}

const kindOf = ({ notable, resource, actor }: NotableEntry): string =>
  `${notable.action} ${resource} ${actor.kind} ${actor.id}`;

/** Nobody has told of the entry, and nobody has joined another entry to it since it was read. */
const asSeen = (organisationId: OrganisationId, { id, more }: Pick<NotableEntry, 'id' | 'more'>) =>
  ({
    update: auditKeys.entry(organisationId, id),
    when: 'attribute_exists(#gsi3pk) AND #more = :more',
    values: { ':more': more },
  }) satisfies Update<NotableEntry>;

const NO_LONGER_DUE = ['gsi3pk', 'gsi3sk'] as const;

/** Makes the notice of `first` stand for the others, too. Null when another run tells of some of them. */
async function joined(
  table: TellingDeps['table'],
  organisationId: OrganisationId,
  first: NotableEntry,
  others: readonly NotableEntry[],
): Promise<NotableEntry | null> {
  let told = first;
  for (let n = 0; n < others.length; n += JOINED_AT_ONCE) {
    const some = others.slice(n, n + JOINED_AT_ONCE);
    // A run that stopped may have joined entries to one of these, too.
    const more = some.reduce((sum, other) => sum + 1 + other.more, told.more);
    const refusal = await tryTransact(table, {
      told: { ...asSeen(organisationId, told), set: { more } },
      others: some.map((other) => ({ ...asSeen(organisationId, other), remove: NO_LONGER_DUE })),
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
  entry: NotableEntry,
  records: AudienceRecords,
): Promise<void> {
  // Each attempt names the request that made the change.
  const deliveries = withLogContext({ correlationId: entry.requestId ?? undefined }, () =>
    reportDeliveries(deps.channels, organisationId, noticeOf(entry), records, []),
  );
  const refusal = await tryTransact(deps.table, {
    entry: { ...asSeen(organisationId, entry), remove: NO_LONGER_DUE },
    deliveries: deps.deliveries.creations(organisationId, deliveries),
  });
  if (refusal?.failed.includes('entry')) return;
  if (refusal !== null) throw refusal;
  log.info('change.told', { organisation: organisationId, entry: entry.id, deliveries: deliveries.length });
  await queueAttempts(deps, deliveries);
}

function noticeOf(entry: NotableEntry): ConfigurationChangedNotice {
  const { id, resource, resourceId, notable, actor, changes, at, requestId, more } = entry;
  const told = toldDifferences(resource, notable, changes).map(({ path, before, after }) => ({
    ...{ path, before: masked(before), after: masked(after) },
  }));
  return {
    kind: 'configuration.changed',
    ...{ id, ...notable, resource, resourceId, actor, changes: told, at, requestId, more },
  };
}

/** The path and the query of a URL may hold a secret. */
const masked = (value: unknown): unknown =>
  typeof value === 'string' && /^https?:/i.test(value) && URL.canParse(value) ? maskedUrl(value) : value;
