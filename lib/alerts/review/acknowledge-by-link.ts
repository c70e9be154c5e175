import * as z from 'zod';
import { openedToken } from '../../channels/acknowledge-link.ts';
import type { Channels } from '../../channels/channel-registry.ts';
import { alertDeliveryId } from '../../channels/port/channel.ts';
import type { SettingsRepo } from '../../channels/settings/repo.ts';
import type { DeliveryRepo } from '../../deliveries/repo.ts';
import type { StoredDelivery } from '../../deliveries/schema.ts';
import type { SuspensionRepo } from '../../organisations/suspension/repo.ts';
import { actingAs } from '../../platform/audit/acting.ts';
import type { Sealer } from '../../platform/sealer.ts';
import type { Table } from '../../platform/table/table.ts';
import { mapConcurrent } from '../../values/concurrent.ts';
import { ApiError } from '../../values/errors.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { plusSeconds } from '../../values/time.ts';
import { decisionsOnPayment, eventIdOf } from '../evaluation/decision.ts';
import { acknowledge, type EventRepo } from '../events/repo.ts';
import type { AlertEvent } from '../events/schema.ts';
import { type ReviewDeps, reviewEvent, reviewEvents } from './review-events.ts';

/** How long the link of a message works. */
const LINK_SECONDS = 7 * 24 * 3600;

/** How many other alerts one use of a link acknowledges. Few transactions match more rules. */
const MOST_OTHERS = 20;
/** Events that are read at a time. */
const AT_ONCE = 8;

export interface LinkDeps {
  readonly table: Table;
  readonly events: Pick<EventRepo, 'get' | 'find'>;
  readonly deliveries: Pick<DeliveryRepo, 'find'>;
  readonly destinations: {
    find(organisationId: OrganisationId, id: string): Promise<{ readonly name: string } | null>;
  };
  readonly settings: Pick<SettingsRepo, 'get'>;
  readonly suspensions: Pick<SuspensionRepo, 'find'>;
  readonly channels: Pick<Channels, 'of'>;
  readonly sealer: () => Promise<Sealer>;
  now(): Date;
}

/** The alert that a link may acknowledge, and the recipient of the message with the link. */
export interface LinkedAlert {
  readonly organisationId: OrganisationId;
  readonly event: AlertEvent;
  /** The name of a destination, or an e-mail address. */
  readonly recipient: string;
  /** Distinguishes the recipient among all recipients of the organisation. */
  readonly recipientKey: string;
}

/**
 * Why a link does nothing. `unknown`: this service did not make it, or its organisation gets no service. `gone`: it was
 * used or is too old, so that its delivery may have expired, or its recipient was removed.
 */
type Refusal = 'unknown' | 'gone';

/** Reads what a link leads to, and changes nothing. */
export async function linkedAlert(deps: LinkDeps, token: string): Promise<LinkedAlert | Refusal> {
  const link = openedToken(await deps.sealer(), token);
  if (link === null) return 'unknown';
  const { organisationId, deliveryId } = link;
  const [suspension, delivery] = await Promise.all([
    deps.suspensions.find(organisationId),
    deps.deliveries.find(organisationId, deliveryId),
  ]);
  if (suspension !== null) return 'unknown';
  if (delivery === null || delivery.eventId === null) return 'gone';
  // A message about several alerts leads with the most severe alert.
  const [leading = delivery.eventId] = delivery.tells ?? [];
  if (plusSeconds(new Date(delivery.createdAt), LINK_SECONDS) <= deps.now()) return 'gone';
  const [event, recipient] = await Promise.all([deps.events.get(organisationId, leading), recipientOf(deps, delivery)]);
  if (event.status !== 'open' || recipient === null) return 'gone';
  return { organisationId, event, recipient, recipientKey: deps.channels.of(delivery).keyOf(delivery.channel) };
}

/**
 * The other open alerts of the same payment, at both ends, of which the recipient of the link got a message too. The
 * recipient of a message about one rule must not silence the alert of another rule that only others got.
 */
export async function othersOf(
  { table, events }: Pick<LinkDeps, 'table' | 'events'>,
  { organisationId, event, recipientKey }: LinkedAlert,
): Promise<string[]> {
  if (event.transactionId === null) return [];
  const decisions = await decisionsOnPayment(table, organisationId, event.transactionId);
  const notified = decisions.flatMap((decision) => {
    const id = eventIdOf(decision);
    const hasMessage = decision.outcome === 'fired' && decision.deliveryIds.includes(alertDeliveryId(id, recipientKey));
    return hasMessage && decision.retraction === null && id !== event.id ? id : [];
  });
  const found = await mapConcurrent(notified.slice(0, MOST_OTHERS), AT_ONCE, (id) => events.find(organisationId, id));
  return found.flatMap((other) => (other?.status === 'open' ? other.id : []));
}

/** An alert that a link has acknowledged, and how many others with it. */
export interface AcknowledgedByLink extends LinkedAlert {
  readonly others: number;
}

/**
 * Acknowledges the alert of a link for its recipient.
 * @param withOthers whether to acknowledge the alerts of `othersOf` too.
 */
export async function acknowledgeByLink(
  deps: LinkDeps & { readonly reviews: ReviewDeps },
  token: string,
  { withOthers }: { readonly withOthers: boolean },
): Promise<AcknowledgedByLink | Refusal> {
  const linked = await linkedAlert(deps, token);
  if (typeof linked === 'string') return linked;
  const { organisationId, event, recipient } = linked;
  const step = acknowledge({ id: null, name: recipient, at: deps.now() });
  const others = withOthers ? await othersOf(deps, linked) : [];
  try {
    return await actingAs({ kind: 'link', id: null, name: recipient }, async () => {
      // The alert of the link comes last: the link works while it is open, so a request after a crash does the rest.
      const { updated } = await reviewEvents(deps.reviews, organisationId, others, step);
      const reviewed = await reviewEvent(deps.reviews, organisationId, event.id, step);
      return reviewed.changed ? { ...linked, event: reviewed.event, others: updated.length } : 'gone';
    });
  } catch (error) {
    // Somebody resolved the event meanwhile.
    if (error instanceof ApiError && error.code === 'invalid_transition') return 'gone';
    throw error;
  }
}

const Mailed = z.looseObject({ to: z.string().optional() });

/** The recipient of a delivery as the event shows it. Null when the organisation removed the recipient. */
async function recipientOf(
  { destinations, settings, channels }: LinkDeps,
  delivery: StoredDelivery,
): Promise<string | null> {
  const { organisationId, channel: address } = delivery;
  if (address.destinationId !== undefined) {
    return (await destinations.find(organisationId, address.destinationId))?.name ?? null;
  }
  const channel = channels.of(delivery);
  const present = channel.recipients({
    event: delivery.eventKind,
    settings: await settings.get(organisationId),
    rule: null,
    subject: { rule: null, wallets: [] },
    webhooks: [],
    destinations: [],
  });
  const key = channel.keyOf(address);
  if (!present.some((recipient) => channel.keyOf(recipient.address) === key)) return null;
  return Mailed.parse(address).to ?? channel.label;
}
