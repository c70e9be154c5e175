import type { AttemptResult } from '../../deliveries/result.ts';
import type { StoredDelivery } from '../../deliveries/schema.ts';
import { log } from '../../platform/log.ts';
import type { Channel, Consequences } from '../port/channel.ts';
import { DestinationAddress } from '../port/destination.ts';
import type { DestinationRepo } from './repo.ts';

export interface DisablingDeps {
  readonly destinations: Pick<DestinationRepo, 'find' | 'disabling'>;
}

/** Turns a destination off, and says so, when its vendor says that there is nothing any more at its address. */
export async function disablingOf(
  { destinations }: DisablingDeps,
  { label }: Pick<Channel, 'label'>,
  { organisationId, channel }: StoredDelivery,
  result: AttemptResult,
  at: Date,
): Promise<Consequences | null> {
  const status = result.exchange?.response?.statusCode;
  if (result.kind !== 'undeliverable' || status === undefined) return null;
  const { destinationId } = DestinationAddress.parse(channel);
  const destination = await destinations.find(organisationId, destinationId);
  // An attempt with a former URL or secret says nothing about the present config.
  if (!destination?.isActive || destination.updatedAt !== result.changedAt) return null;
  const { id, name } = destination;
  const reason = `The receiver answered ${status}`;
  return {
    writes: destinations.disabling(organisationId, destination, reason, at),
    notices: [{ kind: 'destination.disabled', destination: { id, name, label, disabledAt: at.toISOString(), reason } }],
    recorded: () => log.warn('destination.disabled', { destination: destinationId, reason }),
  };
}
