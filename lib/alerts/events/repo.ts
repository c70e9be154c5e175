import { audited } from '../../platform/audit/audit-log.ts';
import type { Actor } from '../../platform/caller.ts';
import type { Deps } from '../../platform/deps.ts';
import { type FieldCondition, recordList } from '../../platform/lists/index.ts';
import type { Page } from '../../platform/page.ts';
import { allOf, ifSame } from '../../platform/table/if-same.ts';
import { keys } from '../../platform/table/keys.ts';
import { optimistically } from '../../platform/table/optimistically.ts';
import { getItem } from '../../platform/table/table.ts';
import { type Condition, conditionHeld, transact, type Update, type Write } from '../../platform/table/write.ts';
import { ApiError, notFound } from '../../values/errors.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { walletConditions } from '../../wallets/wallet-condition.ts';
import { eventList, listQueryOf } from './event-list.ts';
import { eventStates } from './event-states.ts';
import type { AlertEvent, EventFilters, EventQuery, EventStatus } from './schema.ts';
import { eventItemOf, ReviewDeliveries, StoredEvent } from './stored-event.ts';

/** A step of the review: the transition, and the attributes that it writes. */
export interface Step {
  readonly event: 'acknowledge' | 'resolve';
  readonly set: Partial<AlertEvent>;
  readonly reviewer: Reviewer;
  readonly note: string | null;
  /** Events that the step leaves as they are, besides those that have its status. */
  readonly unless?: (event: AlertEvent) => boolean;
}

export interface Reviewer {
  /** The id of the actor. Null for a review by the link of a message. */
  readonly id: string | null;
  /** The name of the key or of the person, or the recipient of the message. */
  readonly name: string;
  readonly at: Date;
}

/** The caller as the reviewer of events. */
export const reviewerOf = ({ actor, deps }: { readonly actor: Actor; readonly deps: Pick<Deps, 'now'> }): Reviewer => ({
  id: actor.id,
  name: actor.name,
  at: deps.now(),
});

export const acknowledge = (reviewer: Reviewer, note: string | null = null): Step => ({
  event: 'acknowledge',
  set: {
    acknowledgedAt: reviewer.at.toISOString(),
    acknowledgedBy: reviewer.id,
    acknowledgedByName: reviewer.name,
    acknowledgementNote: note,
  },
  reviewer,
  note,
});

export const resolve = (reviewer: Reviewer, note: string | null): Step => ({
  event: 'resolve',
  set: {
    resolvedAt: reviewer.at.toISOString(),
    resolvedBy: reviewer.id,
    resolvedByName: reviewer.name,
    resolutionNote: note,
  },
  reviewer,
  note,
});

/** What the entry of a review tells of an event. Who reviewed it, and when, are fields of the entry. */
const reviewTold = ({ status, acknowledgementNote, resolutionNote }: AlertEvent) => ({
  ...{ status, acknowledgementNote, resolutionNote },
});

/** What a review writes besides the event. */
interface ReviewWrites {
  readonly deliveryIds: readonly string[];
  readonly writes: readonly Write[];
}

interface EventAttributes extends AlertEvent {
  /** The ids of the deliveries that tell of reviews. */
  readonly reviewDeliveries: Set<string>;
}

/** What a review of many events is about. `wallet` is the condition of `walletsOf`. */
type ToReview = EventFilters & { readonly wallet: FieldCondition | string | undefined };

const reviewQueryOf = (filters: EventFilters, wallet: ToReview['wallet']) =>
  listQueryOf({ ...filters, sort: 'firedAt' }, wallet);

/** A review and a retraction of the same event may meet. */
const TRIES = 5;
/** The condition of a step, which also holds only while the event is as it was read. */
const allows = (step: Step['event'] | 'retract', seen: AlertEvent): Condition =>
  allOf(eventStates.allows(step, {}), ifSame(seen, 'status', 'retractedAt'));

/** The alert events of the organisations. The pipeline creates them; after that they are only reviewed or retracted. */
export function eventRepo(deps: Pick<Deps, 'table' | 'now' | 'newId'>) {
  const { table } = deps;
  const list = recordList(deps, eventList);
  const wallets = walletConditions(deps);

  const find = (organisationId: OrganisationId, id: string): Promise<AlertEvent | null> =>
    getItem(table, keys.event(organisationId, id), StoredEvent);

  /** @throws ApiError `not_found`. */
  async function get(organisationId: OrganisationId, id: string): Promise<AlertEvent> {
    const event = await find(organisationId, id);
    if (event === null) throw notFound('alert event');
    return event;
  }

  /**
   * Takes a review step. `changed` is false when the event already has the status of the step, or is left as it is.
   * @param besides what the same transaction writes, if the step changes the event.
   * @throws ApiError `not_found`, or `invalid_transition` when the present status does not allow the step.
   */
  async function review(
    organisationId: OrganisationId,
    id: string,
    { event: step, set, unless }: Step,
    besides: (after: AlertEvent) => Promise<ReviewWrites>,
  ): Promise<{ changed: boolean; event: AlertEvent }> {
    const { to, from }: { to: EventStatus; from: readonly string[] } = eventStates.transitions[step];
    return optimistically(`event ${id}`, TRIES, async () => {
      const event = await get(organisationId, id);
      if (event.status === to || unless?.(event) === true) return { changed: false, event };
      if (!from.includes(event.status)) {
        throw new ApiError('invalid_transition', `The event is ${event.status}; it cannot become ${to}.`);
      }
      const after = { ...event, ...set, status: to };
      const { deliveryIds, writes: deliveries } = await besides(after);
      const part: Update<EventAttributes> = {
        update: keys.event(organisationId, id),
        set: { ...set, status: to },
        ...(deliveryIds.length > 0 && { add: { reviewDeliveries: new Set(deliveryIds) } }),
        ...allows(step, event),
      };
      const lists = list.changes(organisationId, [{ before: event, after }]);
      const audit = audited(deps, organisationId, {
        action: step,
        resource: 'event',
        id,
        before: reviewTold(event),
        after: reviewTold(after),
      });
      if (await conditionHeld(transact(table, { event: part, lists, deliveries, audit })))
        return { changed: true, event: after };
      return undefined;
    });
  }

  return {
    find,
    get,
    review,

    /** Whether nobody has reviewed or retracted an event. Only resolved events expire. */
    async isOpen(organisationId: OrganisationId, id: string): Promise<boolean> {
      const event = await find(organisationId, id);
      return event?.status === 'open' && event.retractedAt === null;
    },

    /** The writes that create an event, as a part of the decision's transaction. */
    creation: (organisationId: OrganisationId, event: AlertEvent): Write[] => [
      { put: eventItemOf(organisationId, event), ...eventStates.allows('fire', {}) },
      ...list.changes(organisationId, [{ before: null, after: event }]),
    ],

    /**
     * The writes that retract an event, as a part of the retraction's transaction. The review of the event stays as it
     * is, and must be as it was read.
     */
    retraction: (organisationId: OrganisationId, event: AlertEvent, retractedAt: string): Write[] => [
      {
        update: keys.event(organisationId, event.id),
        set: { retractedAt },
        ...allows('retract', event),
      } satisfies Update<AlertEvent>,
      ...list.changes(organisationId, [{ before: event, after: { ...event, retractedAt } }]),
    ],

    /** @throws ApiError `validation_failed` on `cursor`. */
    async list(
      organisationId: OrganisationId,
      { page, pageSize, cursor, ...filters }: EventQuery,
    ): Promise<Page<AlertEvent>> {
      const { wallet, asked } = await wallets.ofPage(organisationId, filters);
      return list.page(organisationId, { ...listQueryOf(filters, wallet), asked }, { page, pageSize, cursor }, filters);
    },

    /** The condition of the wallets of a filter, for a review of many events, which reads the condition once. */
    walletsOf: wallets.of,

    /**
     * The next events that a review of many events finds, the oldest first, at most `limit`.
     * @param after the `last` of the previous call, or null for the first call.
     * @returns `last` is a position in time, or null at the end. The position stays valid when events leave the filter.
     */
    forReview: (
      organisationId: OrganisationId,
      { wallet, after, ...filters }: ToReview & { readonly after: string | null },
      limit: number,
    ): Promise<{ records: AlertEvent[]; last: string | null }> =>
      list.next(organisationId, { ...reviewQueryOf(filters, wallet), after: after ?? undefined }, limit),

    countForReview: (organisationId: OrganisationId, { wallet, ...filters }: ToReview): Promise<number> =>
      list.count(organisationId, reviewQueryOf(filters, wallet)),

    /** The ids of the deliveries that tell of reviews of an event. */
    async reviewDeliveries(organisationId: OrganisationId, id: string): Promise<string[]> {
      const found = await getItem(table, keys.event(organisationId, id), ReviewDeliveries);
      return [...(found?.reviewDeliveries ?? [])];
    },
  };
}

export type EventRepo = ReturnType<typeof eventRepo>;
