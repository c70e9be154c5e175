import { matches, type Subject } from '../../webhooks/notice-match.ts';
import type { Channel, OutcomeAudience, Recipient } from '../port/channel.ts';
import type { DestinationAddress, StoredDestination } from '../port/destination.ts';
import type { Notice } from '../port/notice.ts';

type Hears = (destination: StoredDestination) => boolean;

/** The events of a destination that asks for none. */
const BY_DEFAULT: readonly Notice['kind'][] = ['alert.fired', 'alert.retracted'];

/**
 * Whether a destination takes events of this kind at all. A destination that its owner turned off does not. A
 * destination that the service turned off does: its deliveries fail with the reason and can be replayed.
 */
function takes(destination: StoredDestination, kind: Notice['kind']): boolean {
  const { events = [] } = destination.match;
  const asked: readonly string[] = events.length === 0 ? BY_DEFAULT : events;
  return isOn(destination) && asked.includes(kind);
}

const isOn = ({ isActive, disabledBy }: StoredDestination): boolean => isActive || disabledBy === 'service';

/** Whether a destination hears of a notice. */
export const hearsOf =
  (kind: Notice['kind'], subject: Subject): Hears =>
  (destination) =>
    takes(destination, kind) && matches(destination.match, subject);

/**
 * Whether a destination hears what became of an alert. It has to ask for such events. It also has to have got the
 * alert, whatever it matches since; or it asks for no alerts, and matches this one. A channel that opens incidents
 * hears what became of all its incidents.
 */
export const hearsOfOutcome =
  (
    { kind, destination: port }: Pick<Channel, 'kind' | 'destination'>,
    audience: Omit<OutcomeAudience, 'webhooks'>,
  ): Hears =>
  (destination) => {
    const { event, subject, gotAlert } = audience;
    const got = gotAlert(addressOf(kind, destination));
    if (port?.opensIncidents) return got && isOn(destination);
    const asksForAlerts = takes(destination, 'alert.fired');
    return takes(destination, event) && (got || (!asksForAlerts && matches(destination.match, subject)));
  };

/** The destinations of a channel that hear of a notice, as recipients. */
export const destinationsThat = (
  hear: Hears,
  { kind }: Pick<Channel, 'kind'>,
  destinations: readonly StoredDestination[],
): Recipient[] =>
  destinations
    .filter((destination) => destination.kind === kind && hear(destination))
    .map((destination) => ({ address: addressOf(kind, destination), url: destination.url }));

const addressOf = (kind: string, { id }: StoredDestination): DestinationAddress => ({ kind, destinationId: id });
