import { audited } from '../platform/audit/audit-log.ts';
import type { Deps } from '../platform/deps.ts';
import { recordList } from '../platform/lists/index.ts';
import type { Page } from '../platform/page.ts';
import { due } from '../platform/table/due-keys.ts';
import { keys, prefixes } from '../platform/table/keys.ts';
import { batchGet, getItem, queryPrefix } from '../platform/table/table.ts';
import {
  conditionHeld,
  nullIfConditionFailed,
  type Put,
  transact,
  tryTransact,
  type Update,
  updateReturning,
  type Write,
  write,
} from '../platform/table/write.ts';
import { notFound } from '../values/errors.ts';
import type { OrganisationId } from '../values/ids.ts';
import { plusSeconds } from '../values/time.ts';
import {
  AttemptsItem,
  type DeliveryAttributes,
  DeliveryItem,
  deliveryItemOf,
  packAttempts,
  packHeaders,
} from './delivery-item.ts';
import { deliveryList, listQueryOf, type ReplayFilter, replayQueryOf } from './delivery-list.ts';
import { awaits, DELIVERY_LEASE_SECONDS, deliveryStates, RECORDED_AS } from './delivery-states.ts';
import type { Attempt, AttemptMessage, DeliveryQuery, DeliveryStatus, StoredDelivery } from './schema.ts';

/** The next state of a delivery after an attempt. */
export interface Outcome {
  readonly status: Exclude<DeliveryStatus, 'pending' | 'summarised'>;
  readonly nextAttemptAt: Date | null;
}

/** Deliveries of organisations: the body, the attempts, and the time of the next attempt. */
export function deliveryRepo(deps: Pick<Deps, 'table' | 'now' | 'newId'>) {
  const { table, now } = deps;
  const list = recordList(deps, deliveryList);

  const find = (organisationId: OrganisationId, id: string): Promise<StoredDelivery | null> =>
    getItem(table, keys.delivery(organisationId, id), DeliveryItem);

  /** @throws ApiError `not_found`. */
  async function get(organisationId: OrganisationId, id: string): Promise<StoredDelivery> {
    const delivery = await find(organisationId, id);
    if (delivery === null) throw notFound('delivery');
    return delivery;
  }

  /** The write that keeps the attempts of a generation that ends. */
  function earlier({ organisationId, id, generation, attempts }: StoredDelivery): Put[] {
    const [first] = attempts;
    if (first === undefined) return [];
    return [{ put: { ...keys.attempts(organisationId, id, generation, first.n), attempts: packAttempts(attempts) } }];
  }

  /**
   * Starts a new generation of a finished delivery. Null when its state does not allow this, or the generation changed.
   * @param replayId the replay that asks for the new generation.
   */
  async function restartSeen(delivery: StoredDelivery, replayId: string, audit: Write[] = []) {
    const { organisationId, id, status, generation, attemptsMade } = delivery;
    if (status === 'pending' || status === 'retrying') return null;
    const at = now().toISOString();
    const set = {
      status: 'pending',
      generation: generation + 1,
      generationStart: attemptsMade,
      nextAttemptAt: at,
      postponedSince: null,
      postponedUntil: null,
      deliveredAt: null,
      replayId,
    } as const;
    const after = { ...delivery, ...set, attempts: [] };
    const part: Update<DeliveryAttributes> = {
      update: keys.delivery(organisationId, id),
      set: { ...set, ...due.entry('DELIVERY', organisationId, id, at) },
      remove: ['attempts'],
      ...deliveryStates.allows('replay', { generation }),
    };
    const lists = list.changes(organisationId, [{ before: delivery, after }]);
    const writes = { delivery: part, attempts: earlier(delivery), lists, audit };
    return (await conditionHeld(transact(table, writes))) ? after : null;
  }

  return {
    find,
    get,

    /** The writes that store new deliveries of an organisation, as a part of a transaction. */
    creations: (organisationId: OrganisationId, deliveries: readonly StoredDelivery[]): Write[] => [
      ...deliveries.map((delivery) => ({
        put: {
          ...deliveryItemOf(delivery),
          ...due.entry('DELIVERY', organisationId, delivery.id, delivery.nextAttemptAt ?? delivery.createdAt),
        },
        ...deliveryStates.allows('create', {}),
      })),
      ...list.changes(
        organisationId,
        deliveries.map((after) => ({ before: null, after })),
      ),
    ],

    /**
     * Takes the delivery for one attempt under a lease. Null when the message is a duplicate: this attempt was made or
     * is under way, or the delivery is finished, replayed or gone.
     * @param isQueued a queue brings the message again if the attempt dies, so the due entry stays where it is: moving
     *   the entry costs two units. Otherwise handover must find the delivery soon after the lease.
     */
    async claim(message: AttemptMessage, isQueued: boolean): Promise<StoredDelivery | null> {
      const { organisationId, deliveryId } = message;
      const at = now();
      const leaseUntil = plusSeconds(at, DELIVERY_LEASE_SECONDS).toISOString();
      const part: Update<StoredDelivery> = {
        update: keys.delivery(organisationId, deliveryId),
        set: { leaseUntil, ...(!isQueued && due.entry('DELIVERY', organisationId, deliveryId, leaseUntil)) },
        ...awaits(message, at, 'claim'),
      };
      return nullIfConditionFailed(updateReturning(table, part, DeliveryItem));
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
      const after = { ...delivery, status };
      const refusal = await tryTransact(table, {
        delivery: {
          update: keys.delivery(organisationId, id),
          set: {
            status,
            ...(next !== null && due.entry('DELIVERY', organisationId, id, next)),
            url: delivery.url,
            attemptsMade: attempt.n,
            attempts: packAttempts([...delivery.attempts, attempt]),
            ...(delivery.sentHeaders !== undefined && { sentHeaders: packHeaders(delivery.sentHeaders) }),
            nextAttemptAt: next,
            postponedUntil: null,
            leaseUntil: null,
            ...(status === 'delivered' && { deliveredAt: now().toISOString() }),
          },
          remove: next === null ? ['gsi3pk', 'gsi3sk'] : [],
          ...deliveryStates.allows(RECORDED_AS[status], { generation, leaseUntil }),
        } satisfies Update<DeliveryAttributes>,
        lists: list.changes(organisationId, [{ before: delivery, after }]),
        others,
      });
      if (refusal === null) return 'recorded';
      return refusal.failed.includes('delivery') ? 'superseded' : 'stale';
    },

    /**
     * Postpones the attempt that claimed the delivery. Changes nothing when another attempt has taken the delivery.
     * @param reservedAt when the time `until` was reserved at the destination: no message can begin the attempt before.
     *   Null if none was reserved.
     */
    async postpone(delivery: StoredDelivery, until: Date, reservedAt: Date | null): Promise<void> {
      const { organisationId, id, generation, leaseUntil, postponedSince } = delivery;
      const next = until.toISOString();
      const part: Update<StoredDelivery> = {
        update: keys.delivery(organisationId, id),
        set: {
          ...(reservedAt && { postponedSince: postponedSince ?? reservedAt.toISOString(), postponedUntil: next }),
          nextAttemptAt: next,
          leaseUntil: null,
          ...due.entry('DELIVERY', organisationId, id, next),
        },
        ...deliveryStates.allows('postpone', { generation, leaseUntil }),
      };
      await conditionHeld(write(table, part));
    },

    /** The deliveries of any organisations that exist. */
    findAll: (refs: readonly { organisation: OrganisationId; id: string }[]): Promise<StoredDelivery[]> =>
      batchGet(
        table,
        refs.map(({ organisation, id }) => keys.delivery(organisation, id)),
        DeliveryItem,
      ),

    /** The deliveries of these ids that exist. */
    byIds: (organisationId: OrganisationId, ids: readonly string[]): Promise<StoredDelivery[]> =>
      batchGet(
        table,
        ids.map((id) => keys.delivery(organisationId, id)),
        DeliveryItem,
      ),

    /** Starts a new generation of a finished delivery. Null when its state does not allow this. */
    async restart(organisationId: OrganisationId, id: string, replayId: string): Promise<StoredDelivery | null> {
      const audit = audited(deps, organisationId, { action: 'replay', resource: 'delivery', id });
      return restartSeen(await get(organisationId, id), replayId, audit);
    },

    restartSeen,

    /** The attempts of all generations of a delivery, in the order in which they were made. */
    async attempts({ organisationId, id, attemptsMade, attempts }: StoredDelivery): Promise<Attempt[]> {
      const before = attemptsMade - attempts.length;
      if (before === 0) return attempts;
      const { pk } = keys.delivery(organisationId, id);
      const items = await queryPrefix(table, pk, prefixes.attemptsOf(id), AttemptsItem);
      // A replay after the read of the delivery puts its attempts into an item too.
      return [...items.flat().filter(({ n }) => n <= before), ...attempts];
    },

    /** @throws ApiError `validation_failed` on `cursor`. */
    list(
      organisationId: OrganisationId,
      { page, pageSize, cursor, ...filters }: Omit<DeliveryQuery, 'eventId'>,
    ): Promise<Page<StoredDelivery>> {
      return list.page(organisationId, listQueryOf(filters), { page, pageSize, cursor }, filters);
    },

    /** How many deliveries a bulk replay finds. */
    countForReplay: (organisationId: OrganisationId, filter: ReplayFilter): Promise<number> =>
      list.count(organisationId, replayQueryOf(filter)),

    /**
     * The next deliveries that a bulk replay finds, oldest first, at most `limit`.
     * @param after the `last` of the previous call, or null for the first call.
     * @returns `last` is a position in time, or null at the end. The position stays valid when deliveries leave.
     */
    forReplay: (
      organisationId: OrganisationId,
      filter: ReplayFilter,
      after: string | null,
      limit: number,
    ): Promise<{ records: StoredDelivery[]; last: string | null }> =>
      list.next(organisationId, { ...replayQueryOf(filter), after: after ?? undefined }, limit),
  };
}

export type DeliveryRepo = ReturnType<typeof deliveryRepo>;
