import { type AttemptConsequences, NO_CONSEQUENCES } from '../../deliveries/record-attempt.ts';
import type { AttemptResult } from '../../deliveries/result.ts';
import type { StoredDelivery } from '../../deliveries/schema.ts';
import { log } from '../../platform/log.ts';
import { DestinationAddress } from '../port/destination.ts';
import type { DestinationRepo } from './repo.ts';

export interface DisablingDeps {
  readonly destinations: Pick<DestinationRepo, 'find' | 'disabling'>;
}

/** Turns a destination off when its vendor says that there is nothing any more at its address. */
export async function disablingOf(
  { destinations }: DisablingDeps,
  { organisationId, channel }: StoredDelivery,
  result: AttemptResult,
  at: Date,
): Promise<AttemptConsequences> {
  const status = result.exchange?.response?.statusCode;
  if (result.kind !== 'undeliverable' || status === undefined) return NO_CONSEQUENCES;
  const { destinationId } = DestinationAddress.parse(channel);
  const destination = await destinations.find(organisationId, destinationId);
  // An attempt with a former URL or secret says nothing about the present config.
  if (!destination?.isActive || destination.updatedAt !== result.changedAt) return NO_CONSEQUENCES;
  const reason = `The receiver answered ${status}`;
  return {
    writes: destinations.disabling(organisationId, destination, reason, at),
    deliveries: [],
    recorded: () => log.warn('destination.disabled', { destination: destinationId, reason }),
  };
}
