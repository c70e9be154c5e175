import type { StoredDelivery } from '../../deliveries/schema.ts';
import { matches, type Subject } from '../../webhooks/notice-match.ts';
import type { Channel, Recipient } from '../port/channel.ts';
import type { StoredDestination } from '../port/destination.ts';
import type { Notice } from '../port/notice.ts';

type Hears = (destination: StoredDestination) => boolean;

/** What people hear of unless they ask for other events. */
const BY_DEFAULT: readonly Notice['kind'][] = ['alert.fired', 'alert.retracted'];

/**
 * Whether a destination takes events of this kind at all. A destination that its owner turned off does not. A
 * destination that the service turned off does: its deliveries fail with the reason and can be replayed.
 */
function takes({ isActive, disabledBy, match }: StoredDestination, kind: Notice['kind']): boolean {
  const { events = [] } = match;
  const asked: readonly string[] = events.length === 0 ? BY_DEFAULT : events;
  return (isActive || disabledBy === 'service') && asked.includes(kind);
}

/** Whether a destination hears of a notice. */
export const hearsOf =
  (kind: Notice['kind'], subject: Subject): Hears =>
  (destination) =>
    takes(destination, kind) && matches(destination.match, subject);

/**
 * A retraction goes to those that got the alert, whatever they match since, and to those that ask for retractions and
 * for no alerts.
 * @param sent the deliveries of the alert.
 */
export function hearsOfRetraction(subject: Subject, sent: readonly StoredDelivery[]): Hears {
  const told = new Set(sent.map(({ channel }) => channel.destinationId));
  return (destination) =>
    takes(destination, 'alert.retracted') &&
    (told.has(destination.id) || (!takes(destination, 'alert.fired') && matches(destination.match, subject)));
}

/** The destinations of a channel that hear of a notice, as recipients. */
export const destinationsThat = (
  hear: Hears,
  { kind }: Pick<Channel, 'kind'>,
  destinations: readonly StoredDestination[],
): Recipient[] =>
  destinations
    .filter((destination) => destination.kind === kind && hear(destination))
    .map(({ id, url }) => ({ address: { kind, destinationId: id }, url }));
