import type { Deps } from '../../platform/deps.ts';
import { recordList } from '../../platform/lists/index.ts';
import type { Page } from '../../platform/page.ts';
import { keys } from '../../platform/table/keys.ts';
import { optimistically } from '../../platform/table/optimistically.ts';
import { getItem } from '../../platform/table/table.ts';
import { type Condition, conditionHeld, transact, type Update, type Write } from '../../platform/table/write.ts';
import { mapConcurrent } from '../../values/concurrent.ts';
import { ApiError, notFound } from '../../values/errors.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { eventList, listQueryOf } from './event-list.ts';
import { eventStates } from './event-states.ts';
import type { AlertEvent, BulkAnswer, EventQuery, EventStatus } from './schema.ts';
import { eventItemOf, StoredEvent } from './stored-event.ts';

/** A step of the review: the transition, and the attributes that it writes. */
interface Step {
  readonly event: 'acknowledge' | 'resolve';
  readonly set: Partial<AlertEvent>;
}

export interface Reviewer {
  readonly keyId: string;
  /** The present name of the key. */
  readonly keyName: string;
  readonly at: Date;
}

export const acknowledge = ({ keyId, keyName, at }: Reviewer): Step => ({
  event: 'acknowledge',
  set: { acknowledgedAt: at.toISOString(), acknowledgedBy: keyId, acknowledgedByName: keyName },
});

export const resolve = ({ keyId, keyName, at }: Reviewer, note: string | undefined): Step => ({
  event: 'resolve',
  set: {
    resolvedAt: at.toISOString(),
    resolvedBy: keyId,
    resolvedByName: keyName,
    resolutionNote: note ?? null,
  },
});

/** A review and a retraction of the same event may meet. */
const TRIES = 5;
/**
 * Reviews of a bulk request at the same time. A review of a large event takes a third of the write units that its
 * partition serves per second, so more reviews at once would exhaust their tries.
 */
const REVIEWS_AT_ONCE = 2;

/** Holds while the event is as it was read. */
const ifUnchanged = ({ status, retractedAt }: AlertEvent): Condition => ({
  when: '#status = :seen AND #retractedAt = :retracted',
  values: { ':seen': status, ':retracted': retractedAt },
});

const both = (a: Condition, b: Condition): Condition => ({
  when: [a.when, b.when].filter((text) => text !== undefined).join(' AND '),
  values: { ...a.values, ...b.values },
});

/** The alert events of the organisations. The pipeline creates them; after that they are only reviewed or retracted. */
export function eventRepo(deps: Pick<Deps, 'table' | 'now' | 'newId'>) {
  const { table } = deps;
  const list = recordList(deps, eventList);

  /** @throws ApiError `not_found`. */
  async function get(organisationId: OrganisationId, id: string): Promise<AlertEvent> {
    const event = await getItem(table, keys.event(organisationId, id), StoredEvent);
    if (event === null) throw notFound('alert event');
    return event;
  }

  /**
   * Takes a review step. `changed` is false when the event already has the status of the step.
   * @throws ApiError `not_found`, or `invalid_transition` when the present status does not allow the step.
   */
  async function review(
    organisationId: OrganisationId,
    id: string,
    { event: step, set }: Step,
  ): Promise<{ changed: boolean; event: AlertEvent }> {
    const { to, from }: { to: EventStatus; from: readonly string[] } = eventStates.transitions[step];
    return optimistically(`event ${id}`, TRIES, async () => {
      const event = await get(organisationId, id);
      if (event.status === to) return { changed: false, event };
      if (!from.includes(event.status)) {
        throw new ApiError('invalid_transition', `The event is ${event.status}; it cannot become ${to}.`);
      }
      const after = { ...event, ...set, status: to };
      const part: Update<AlertEvent> = {
        update: keys.event(organisationId, id),
        set: { ...set, status: to },
        ...both(eventStates.allows(step, {}), ifUnchanged(event)),
      };
      const lists = list.changes(organisationId, [{ before: event, after }]);
      if (await conditionHeld(transact(table, { event: part, lists }))) return { changed: true, event: after };
      return undefined;
    });
  }

  return {
    get,
    review,

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
        ...both(eventStates.allows('retract', {}), ifUnchanged(event)),
      } satisfies Update<AlertEvent>,
      ...list.changes(organisationId, [{ before: event, after: { ...event, retractedAt } }]),
    ],

    /** @throws ApiError `validation_failed` on `cursor`. */
    list(
      organisationId: OrganisationId,
      { page, pageSize, cursor, ...filters }: EventQuery,
    ): Promise<Page<AlertEvent>> {
      return list.page(organisationId, listQueryOf(filters), { page, pageSize, cursor }, filters);
    },

    /** Takes the step for each id once. An event that refuses the step does not stop the other events. */
    async reviewAll(organisationId: OrganisationId, ids: readonly string[], step: Step): Promise<BulkAnswer> {
      const answer: BulkAnswer = { updated: [], unchanged: [], failed: [] };
      const outcomes = await mapConcurrent([...new Set(ids)], REVIEWS_AT_ONCE, async (id) => {
        try {
          return { id, reviewed: await review(organisationId, id, step) };
        } catch (error) {
          if (error instanceof ApiError) return { id, code: error.code };
          throw error;
        }
      });
      for (const { id, reviewed, code } of outcomes) {
        if (reviewed === undefined) answer.failed.push({ id, code });
        else if (reviewed.changed) answer.updated.push(reviewed.event);
        else answer.unchanged.push(id);
      }
      return answer;
    },
  };
}

export type EventRepo = ReturnType<typeof eventRepo>;
