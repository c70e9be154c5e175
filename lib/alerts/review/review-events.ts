import type { Channels } from '../../channels/channel-registry.ts';
import type { DestinationRepo } from '../../channels/destinations/repo.ts';
import { reviewDeliveries } from '../../channels/plan-deliveries.ts';
import type { Queue } from '../../deliveries/delivery-queue.ts';
import { queueAttempts } from '../../deliveries/pending-delivery.ts';
import type { DeliveryRepo } from '../../deliveries/repo.ts';
import type { StoredDelivery } from '../../deliveries/schema.ts';
import { errorFields, log } from '../../platform/log.ts';
import type { Table } from '../../platform/table/table.ts';
import { mapConcurrent } from '../../values/concurrent.ts';
import { ApiError, BusyError, type ErrorCode } from '../../values/errors.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { memo } from '../../values/memo.ts';
import { rememberedWallets } from '../../wallets/remembered-wallets.ts';
import type { WalletRepo } from '../../wallets/repo.ts';
import type { WebhookRepo } from '../../webhooks/repo.ts';
import { decisionOf } from '../evaluation/decision.ts';
import { reviewNotice, walletOf } from '../evaluation/notices.ts';
import type { EventRepo, Step } from '../events/repo.ts';
import type { AlertEvent, BulkAnswer } from '../events/schema.ts';

export interface ReviewDeps {
  readonly table: Table;
  readonly events: Pick<EventRepo, 'review'>;
  readonly deliveries: Pick<DeliveryRepo, 'creations'>;
  readonly webhooks: Pick<WebhookRepo, 'all'>;
  readonly destinations: Pick<DestinationRepo, 'all'>;
  readonly wallets: Pick<WalletRepo, 'byId'>;
  readonly channels: Channels;
  readonly queue: Queue;
}

/** A review of an event. `changed` is false when the event already had the status of the step. */
interface Reviewed {
  readonly changed: boolean;
  readonly event: AlertEvent;
}

/**
 * Reviews of a bulk request at the same time. A review of a large event takes a third of the write units that its
 * partition serves per second, so more reviews at once would exhaust their tries.
 */
const REVIEWS_AT_ONCE = 2;

/**
 * Takes a review step. The transaction of the step also makes the deliveries that tell of it.
 * @throws ApiError `not_found`, `invalid_transition`.
 */
export async function reviewEvent(
  deps: ReviewDeps,
  organisationId: OrganisationId,
  id: string,
  step: Step,
): Promise<Reviewed> {
  const { deliveries, ...reviewed } = await reviewing(deps, organisationId, step)(id);
  await queueStored(deps, deliveries);
  return reviewed;
}

/** What became of the review of an event: the review, or why the event refused the step. */
type Outcome =
  | { readonly id: string; readonly reviewed: Reviewed; readonly code?: never }
  | { readonly id: string; readonly reviewed?: never; readonly code: ErrorCode };

/** Takes the step for each id once. An event that refuses the step does not stop the other events. */
export async function reviewEach(
  deps: ReviewDeps,
  organisationId: OrganisationId,
  ids: readonly string[],
  step: Step,
): Promise<Outcome[]> {
  const review = reviewing(deps, organisationId, step);
  const made: StoredDelivery[] = [];
  const outcomes = await mapConcurrent([...new Set(ids)], REVIEWS_AT_ONCE, async (id): Promise<Outcome> => {
    try {
      const { deliveries, ...reviewed } = await review(id);
      made.push(...deliveries);
      return { id, reviewed };
    } catch (error) {
      if (error instanceof ApiError) return { id, code: error.code };
      // Others change the event all the time. It must not stop the events behind it.
      if (error instanceof BusyError) return { id, code: 'unavailable' };
      throw error;
    }
  });
  await queueStored(deps, made);
  return outcomes;
}

/** The same for a request about several events. */
export async function reviewEvents(
  deps: ReviewDeps,
  organisationId: OrganisationId,
  ids: readonly string[],
  step: Step,
): Promise<BulkAnswer> {
  const answer: BulkAnswer = { updated: [], unchanged: [], failed: [] };
  for (const { id, reviewed, code } of await reviewEach(deps, organisationId, ids, step)) {
    if (reviewed === undefined) answer.failed.push({ id, code });
    else if (reviewed.changed) answer.updated.push(reviewed.event);
    else answer.unchanged.push(id);
  }
  return answer;
}

/** The review of one event. All reviews of a request share what they read of the organisation. */
function reviewing(deps: ReviewDeps, organisationId: OrganisationId, step: Step) {
  const wallets = rememberedWallets(deps.wallets);
  const records = memo(async () => {
    const [webhooks, destinations] = await Promise.all([
      deps.webhooks.all(organisationId),
      deps.destinations.all(organisationId),
    ]);
    return { webhooks, destinations };
  });

  async function deliveriesOf(event: AlertEvent): Promise<StoredDelivery[]> {
    const [decision, wallet, recipients] = await Promise.all([
      decisionOf(deps.table, organisationId, event),
      walletOf({ wallets }, organisationId, event),
      records(),
    ]);
    const notice = reviewNotice(event, step);
    const alerted = decision?.deliveryIds ?? [];
    return reviewDeliveries(deps.channels, organisationId, notice, recipients, wallet, alerted);
  }

  return async (id: string): Promise<Reviewed & { readonly deliveries: readonly StoredDelivery[] }> => {
    let deliveries: readonly StoredDelivery[] = [];
    const reviewed = await deps.events.review(organisationId, id, step, async (after) => {
      deliveries = await deliveriesOf(after);
      return {
        deliveryIds: deliveries.map((delivery) => delivery.id),
        writes: deps.deliveries.creations(organisationId, deliveries),
      };
    });
    return { ...reviewed, deliveries: reviewed.changed ? deliveries : [] };
  };
}

/** The review stands, and handover queues within a minute what could not be queued. */
async function queueStored(
  deps: Pick<ReviewDeps, 'queue' | 'channels'>,
  deliveries: readonly StoredDelivery[],
): Promise<void> {
  try {
    await queueAttempts(deps, deliveries);
  } catch (error) {
    log.warn('review.not_queued', errorFields(error));
  }
}
