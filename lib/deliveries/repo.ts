import type { Deps } from '../platform/deps.ts';
import { due, keys, timeKey, timelines } from '../platform/table/keys.ts';
import { batchGet, getItem, queryPrefix } from '../platform/table/table.ts';
import { type Page, readPage } from '../platform/table/timeline.ts';
import {
  type Condition,
  conditionFailed,
  conditionHeld,
  IF_ABSENT,
  nullIfConditionFailed,
  type Put,
  transact,
  type Update,
  updateReturning,
  type Write,
  write,
} from '../platform/table/write.ts';
import { notFound } from '../values/errors.ts';
import type { OrganisationId } from '../values/ids.ts';
import { plusSeconds } from '../values/time.ts';
import { Attempt, type AttemptMessage, type DeliveryQuery, type DeliveryStatus, StoredDelivery } from './schema.ts';

/**
 * How long an attempt may hold its delivery: longer than the function may run, so that a lease never ends while its
 * attempt still may post.
 */
export const LEASE_SECONDS = 45;

/** What becomes of a delivery after an attempt. */
export interface Outcome {
  readonly status: DeliveryStatus;
  readonly nextAttemptAt: Date | null;
}

/** Deliveries of organisations: what is sent, how often it was tried, when it is due. */
export function deliveryRepo({ table, now }: Pick<Deps, 'table' | 'now'>) {
  const timeline = (organisationId: OrganisationId, status: DeliveryStatus | undefined) =>
    status === undefined
      ? ({ index: 'gsi1', partition: timelines.deliveries(organisationId) } as const)
      : ({ index: 'gsi2', partition: timelines.deliveriesIn(organisationId, status) } as const);

  const find = (organisationId: OrganisationId, id: string): Promise<StoredDelivery | null> =>
    getItem(table, keys.delivery(organisationId, id), StoredDelivery);

  /** @throws ApiError `not_found`. */
  async function get(organisationId: OrganisationId, id: string): Promise<StoredDelivery> {
    const delivery = await find(organisationId, id);
    if (delivery === null) throw notFound('delivery');
    return delivery;
  }

  /**
   * Begins a finished delivery's schedule anew: null when its state, or another generation than was seen, does not
   * allow it.
   * @param replayedBy the bulk replay that does it, if it is one.
   */
  async function restartSeen(delivery: StoredDelivery, replayedBy: string | null): Promise<StoredDelivery | null> {
    const { organisationId, id } = delivery;
    const at = now().toISOString();
    const part: Update<StoredDelivery> = {
      update: keys.delivery(organisationId, id),
      set: {
        status: 'pending',
        generation: delivery.generation + 1,
        generationStart: delivery.attemptsMade,
        nextAttemptAt: at,
        postponedSince: null,
        postponedUntil: null,
        deliveredAt: null,
        replayedBy,
        ...indexed(organisationId, id, 'pending', at),
      },
      when: '#generation = :generation AND #status IN (:delivered, :failed)',
      values: { ':generation': delivery.generation, ':delivered': 'delivered', ':failed': 'failed' },
    };
    return nullIfConditionFailed(updateReturning(table, part, StoredDelivery));
  }

  return {
    find,
    get,

    /** The write that makes a delivery, alone or as part of a decision's transaction. */
    creation: (delivery: StoredDelivery): Put => ({
      put: {
        ...keys.delivery(delivery.organisationId, delivery.id),
        gsi1pk: timelines.deliveries(delivery.organisationId),
        gsi1sk: timeKey(delivery.createdAt, delivery.id),
        gsi2sk: timeKey(delivery.createdAt, delivery.id),
        ...delivery,
        ...indexed(delivery.organisationId, delivery.id, delivery.status, delivery.createdAt),
      },
      ...IF_ABSENT,
    }),

    /**
     * Takes the delivery for one attempt. Null when this attempt was made, is under way elsewhere, or the delivery is
     * finished, replayed or gone: the message is then a duplicate.
     */
    async claim(message: AttemptMessage): Promise<StoredDelivery | null> {
      const { organisationId, deliveryId } = message;
      const at = now();
      const leaseUntil = plusSeconds(at, LEASE_SECONDS).toISOString();
      const part: Update<StoredDelivery> = {
        update: keys.delivery(organisationId, deliveryId),
        set: { leaseUntil, ...due.entry('DELIVERY', deliveryId, leaseUntil) },
        ...awaits(message, at),
      };
      return nullIfConditionFailed(updateReturning(table, part, StoredDelivery));
    },

    /**
     * Records the attempt and what becomes of the delivery in one transaction, with what else the attempt changes.
     * Superseded: the lease ran out and another attempt took the delivery. Stale: a condition of the other writes failed.
     */
    async finish(
      delivery: StoredDelivery,
      attempt: Attempt,
      { status, nextAttemptAt }: Outcome,
      others: readonly Write[] = [],
    ): Promise<'recorded' | 'superseded' | 'stale'> {
      const { organisationId, id, generation, leaseUntil } = delivery;
      const next = nextAttemptAt?.toISOString() ?? null;
      const { gsi2pk, ...entry } = indexed(organisationId, id, status, next);
      try {
        await transact(table, [
          { put: { ...keys.attempt(organisationId, id, generation, attempt.n), ...attempt }, ...IF_ABSENT },
          {
            update: keys.delivery(organisationId, id),
            set: {
              status,
              gsi2pk,
              ...entry,
              url: delivery.url,
              attemptsMade: attempt.n,
              nextAttemptAt: next,
              postponedUntil: null,
              leaseUntil: null,
              ...(status === 'delivered' && { deliveredAt: now().toISOString() }),
            },
            remove: next === null ? ['gsi3pk', 'gsi3sk'] : [],
            when: '#generation = :generation AND #leaseUntil = :lease',
            values: { ':generation': generation, ':lease': leaseUntil },
          } satisfies Update<StoredDelivery>,
          ...others,
        ]);
        return 'recorded';
      } catch (error) {
        const failed = conditionFailed(error);
        if (failed === null) throw error;
        return failed.includes(0) || failed.includes(1) ? 'superseded' : 'stale';
      }
    },

    /**
     * Puts off the attempt that the delivery was claimed for: it is not made, and no message begins it before. Changes nothing
     * when another attempt has taken the delivery.
     */
    async postpone(delivery: StoredDelivery, at: Date, until: Date): Promise<void> {
      const { organisationId, id, generation, leaseUntil, postponedSince } = delivery;
      const next = until.toISOString();
      const part: Update<StoredDelivery> = {
        update: keys.delivery(organisationId, id),
        set: {
          postponedSince: postponedSince ?? at.toISOString(),
          postponedUntil: next,
          nextAttemptAt: next,
          leaseUntil: null,
          ...due.entry('DELIVERY', id, next),
        },
        when: '#generation = :generation AND #leaseUntil = :lease',
        values: { ':generation': generation, ':lease': leaseUntil },
      };
      await conditionHeld(write(table, part));
    },

    /** Those of these that are there. */
    byIds: (organisationId: OrganisationId, ids: readonly string[]): Promise<StoredDelivery[]> =>
      batchGet(
        table,
        ids.map((id) => keys.delivery(organisationId, id)),
        StoredDelivery,
      ),

    /** Begins a finished delivery's schedule anew. Null when its state does not allow it. */
    async restart(organisationId: OrganisationId, id: string): Promise<StoredDelivery | null> {
      return restartSeen(await get(organisationId, id), null);
    },

    restartSeen,

    attempts: (organisationId: OrganisationId, id: string): Promise<Attempt[]> =>
      queryPrefix(
        table,
        keys.organisation(organisationId).pk,
        `${keys.delivery(organisationId, id).sk}#ATTEMPT#`,
        Attempt,
      ),

    list(
      organisationId: OrganisationId,
      { status, webhookId, eventId, ...request }: DeliveryQuery,
    ): Promise<Page<StoredDelivery>> {
      return readPage(
        table,
        { ...timeline(organisationId, status), where: { webhookId, eventId } },
        request,
        StoredDelivery,
      );
    },
  };
}

export type DeliveryRepo = ReturnType<typeof deliveryRepo>;

/** That the attempt is neither made nor under way nor put off, and the delivery wants it. */
export const awaits = ({ generation, attempt }: AttemptMessage, at: Date): Condition => ({
  when: '#generation = :generation AND #attemptsMade = :made AND #status IN (:pending, :retrying) AND (#leaseUntil = :none OR #leaseUntil < :now) AND (attribute_not_exists(#postponedUntil) OR #postponedUntil = :none OR #postponedUntil < :now)',
  values: {
    ':generation': generation,
    ':made': attempt - 1,
    ':pending': 'pending',
    ':retrying': 'retrying',
    ':none': null,
    ':now': at.toISOString(),
  },
});

/** Index attributes that follow the state: the list of its status, and the due entry while it is unfinished. */
const indexed = (organisationId: OrganisationId, id: string, status: DeliveryStatus, dueAt: string | null) => ({
  gsi2pk: timelines.deliveriesIn(organisationId, status),
  ...(dueAt !== null && due.entry('DELIVERY', id, dueAt)),
});
