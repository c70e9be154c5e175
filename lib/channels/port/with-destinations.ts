import { type Address, alertDeliveryId, type Channel } from './channel.ts';
import { DestinationAddress } from './destination.ts';
import { type DestinationPort, sendToDestination } from './destination-port.ts';

/** Distinguishes a destination among all recipients of an organisation. */
const keyOfDestination = (address: Address): string => `destination ${DestinationAddress.parse(address).destinationId}`;

/** A channel whose only recipients are destinations. */
export const destinationChannel = (
  named: Pick<Channel, 'kind' | 'label' | 'isForPeople' | 'secrets' | 'render'>,
  destination: DestinationPort,
): Channel => ({
  ...named,
  destination,
  recipients: () => [],
  keyOf: keyOfDestination,
  send: (deps, delivery) => {
    const { eventId, channel } = delivery;
    const alertId = eventId === null ? null : alertDeliveryId(eventId, keyOfDestination(channel));
    return sendToDestination(destination, deps, delivery, alertId);
  },
  destinationOf: ({ channel }) => keyOfDestination(channel),
});

/** A channel that has recipients of its own, such as the addresses of the settings, and destinations besides. */
export function withDestinations(own: Channel, destination: DestinationPort): Channel {
  const others = destinationChannel(own, destination);
  const of = ({ destinationId }: Address): Channel => (destinationId === undefined ? own : others);
  return {
    ...own,
    destination,
    keyOf: (address) => of(address).keyOf(address),
    send: (deps, delivery, n) => of(delivery.channel).send(deps, delivery, n),
    destinationOf: (delivery) => of(delivery.channel).destinationOf(delivery),
  };
}
