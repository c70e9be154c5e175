import { log } from '../platform/log.ts';
import { ApiError } from '../values/errors.ts';
import type { OrganisationId } from '../values/ids.ts';
import { attemptMessage, type Queue } from './delivery-queue.ts';
import type { DeliveryRepo } from './repo.ts';
import type { ReplayAnswer, StoredDelivery } from './schema.ts';

export interface ReplayDeps {
  readonly deliveries: DeliveryRepo;
  readonly queue: Queue;
  destinationOf(delivery: StoredDelivery): string;
  newId(): string;
}

/**
 * Starts a new generation of finished deliveries, with the same id and body. The answer lists the deliveries that
 * cannot be replayed. Such a delivery does not stop the other deliveries. If the queue fails, handover finds the
 * deliveries that were restarted. The list of deliveries finds them by the id of the replay.
 */
export async function replay(
  deps: ReplayDeps,
  organisationId: OrganisationId,
  ids: readonly string[],
): Promise<ReplayAnswer> {
  const answer: ReplayAnswer = { replayId: deps.newId(), accepted: [], failed: [] };
  const restarted: StoredDelivery[] = [];
  for (const id of new Set(ids)) {
    try {
      const delivery = await deps.deliveries.restart(organisationId, id, answer.replayId);
      if (delivery === null) answer.failed.push({ id, code: 'conflict' });
      else restarted.push(delivery);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      answer.failed.push({ id, code: error.code });
    }
  }
  await deps.queue.send(restarted.map((delivery) => attemptMessage(delivery, deps.destinationOf(delivery))));
  answer.accepted = restarted.map(({ id }) => id);
  log.info('delivery.replayed', {
    organisation: organisationId,
    accepted: answer.accepted.length,
    failed: answer.failed.length,
  });
  return answer;
}
