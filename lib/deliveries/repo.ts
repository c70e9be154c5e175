import type { Deps } from '../platform/deps.ts';
import { due, keys, timeKey, timelines } from '../platform/table/keys.ts';
import { batchGet, getItem, queryPrefix } from '../platform/table/table.ts';
import { type Page, readPage } from '../platform/table/timeline.ts';
import {
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
import { awaits, DELIVERY_LEASE_SECONDS, deliveryStates, RECORDED_AS } from './delivery-states.ts';
import { Attempt, type AttemptMessage, type DeliveryQuery, type DeliveryStatus, StoredDelivery } from './schema.ts';

/** The next state of a delivery after an attempt. */
export interface Outcome {
  readonly status: Exclude<DeliveryStatus, 'pending'>;
  readonly nextAttemptAt: Date | null;
}

/** Deliveries of organisations: the body, the attempts, and the time of the next attempt. */
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
   * Starts a new generation of a finished delivery. Null when its state does not allow this, or when the generation is
   * not the generation that was read.
   * @param replayedBy the bulk replay that asks for the new generation; null when a caller or an operator asks.
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
      ...deliveryStates.allows('replay', { generation: delivery.generation }),
    };
    return nullIfConditionFailed(updateReturning(table, part, StoredDelivery));
  }

  return {
    find,
    get,

    /** The write that stores a new delivery, alone or as part of the transaction of a decision. */
    creation: (delivery: StoredDelivery): Put => ({
      put: {
        ...keys.delivery(delivery.organisationId, delivery.id),
        gsi1pk: timelines.deliveries(delivery.organisationId),
        gsi1sk: timeKey(delivery.createdAt, delivery.id),
        gsi2sk: timeKey(delivery.createdAt, delivery.id),
        ...delivery,
        ...indexed(delivery.organisationId, delivery.id, delivery.status, delivery.createdAt),
      },
      ...deliveryStates.allows('create', {}),
    }),

    /**
     * Takes the delivery for one attempt under a lease. Null when the message is a duplicate: this attempt was made or
     * is under way, or the delivery is finished, replayed or gone.
     */
    async claim(message: AttemptMessage): Promise<StoredDelivery | null> {
      const { organisationId, deliveryId } = message;
      const at = now();
      const leaseUntil = plusSeconds(at, DELIVERY_LEASE_SECONDS).toISOString();
      const part: Update<StoredDelivery> = {
        update: keys.delivery(organisationId, deliveryId),
        set: { leaseUntil, ...due.entry('DELIVERY', deliveryId, leaseUntil) },
        ...awaits(message, at, 'claim'),
      };
      return nullIfConditionFailed(updateReturning(table, part, StoredDelivery));
    },

    /**
     * Records the attempt, the next state of the delivery and the other writes of the attempt in one transaction.
     * `superseded`: the lease ended and another attempt took the delivery. `stale`: a condition of the other writes
     * failed.
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
            ...deliveryStates.allows(RECORDED_AS[status], { generation, leaseUntil }),
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
     * Postpones the attempt that claimed the delivery: no message can begin this attempt before `until`. Changes
     * nothing when another attempt has taken the delivery.
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
        ...deliveryStates.allows('postpone', { generation, leaseUntil }),
      };
      await conditionHeld(write(table, part));
    },

    /** The deliveries of these ids that exist. */
    byIds: (organisationId: OrganisationId, ids: readonly string[]): Promise<StoredDelivery[]> =>
      batchGet(
        table,
        ids.map((id) => keys.delivery(organisationId, id)),
        StoredDelivery,
      ),

    /** Starts a new generation of a finished delivery. Null when its state does not allow this. */
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

/** Index attributes that follow the state: the list of the status, and the due entry of an unfinished delivery. */
const indexed = (organisationId: OrganisationId, id: string, status: DeliveryStatus, dueAt: string | null) => ({
  gsi2pk: timelines.deliveriesIn(organisationId, status),
  ...(dueAt !== null && due.entry('DELIVERY', id, dueAt)),
});
