import type { Deps } from '../../platform/deps.ts';
import { keys, timeKey, timelines } from '../../platform/table/keys.ts';
import { getItem } from '../../platform/table/table.ts';
import { type Page, readPage } from '../../platform/table/timeline.ts';
import { conditionFailed, type Put, type Update, updateReturning } from '../../platform/table/write.ts';
import { ApiError, notFound } from '../../values/errors.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { eventStates } from './event-states.ts';
import type { AlertEvent, BulkAnswer, EventQuery } from './schema.ts';
import { StoredEvent } from './stored-event.ts';

/** A step of the review: the transition, and the attributes that it writes. */
interface Step {
  readonly event: 'acknowledge' | 'resolve';
  readonly set: Partial<AlertEvent>;
}

export interface Reviewer {
  readonly keyId: string;
  readonly at: Date;
}

export const acknowledge = ({ keyId, at }: Reviewer): Step => ({
  event: 'acknowledge',
  set: { acknowledgedAt: at.toISOString(), acknowledgedBy: keyId },
});

export const resolve = ({ keyId, at }: Reviewer, note: string | undefined): Step => ({
  event: 'resolve',
  set: { resolvedAt: at.toISOString(), resolvedBy: keyId, resolutionNote: note ?? null },
});

/** The alert events of the organisations. The pipeline creates them; after that they are only reviewed or retracted. */
export function eventRepo({ table }: Pick<Deps, 'table'>) {
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
    const { to } = eventStates.transitions[step];
    try {
      const part: Update<AlertEvent> = {
        update: keys.event(organisationId, id),
        set: { ...set, status: to, gsi2pk: timelines.eventsIn(organisationId, to) },
        ...eventStates.allows(step, {}),
      };
      return { changed: true, event: await updateReturning(table, part, StoredEvent) };
    } catch (error) {
      if (conditionFailed(error) === null) throw error;
      const event = await get(organisationId, id);
      if (event.status === to) return { changed: false, event };
      throw new ApiError('invalid_transition', `The event is ${event.status}; it cannot become ${to}.`);
    }
  }

  return {
    get,
    review,

    /** The write that creates an event, as a part of the decision's transaction. */
    creation: (organisationId: OrganisationId, event: AlertEvent): Put => {
      const time = timeKey(event.firedAt, event.id);
      return {
        put: {
          ...keys.event(organisationId, event.id),
          gsi1pk: timelines.events(organisationId),
          gsi1sk: time,
          gsi2pk: timelines.eventsIn(organisationId, event.status),
          gsi2sk: time,
          ...event,
          reasons: JSON.stringify(event.reasons),
        },
        ...eventStates.allows('fire', {}),
      };
    },

    /**
     * The write that retracts an event, as a part of the retraction's transaction. The review of the event stays as it
     * is.
     */
    retraction: (organisationId: OrganisationId, id: string, retractedAt: string): Update<AlertEvent> => ({
      update: keys.event(organisationId, id),
      set: { retractedAt },
      ...eventStates.allows('retract', {}),
    }),

    list(organisationId: OrganisationId, { status, severity, ruleId, walletId, from, to, ...request }: EventQuery) {
      const where = { severity, ruleId, walletId };
      const timeline =
        status === undefined
          ? ({ index: 'gsi1', partition: timelines.events(organisationId), from, to, where } as const)
          : ({ index: 'gsi2', partition: timelines.eventsIn(organisationId, status), from, to, where } as const);
      return readPage(table, timeline, request, StoredEvent) satisfies Promise<Page<AlertEvent>>;
    },

    /** Takes the step for each id once. An event that refuses the step does not stop the other events. */
    async reviewAll(organisationId: OrganisationId, ids: readonly string[], step: Step): Promise<BulkAnswer> {
      const answer: BulkAnswer = { updated: [], unchanged: [], failed: [] };
      const outcomes = await Promise.all(
        [...new Set(ids)].map(async (id) => {
          try {
            return { id, reviewed: await review(organisationId, id, step) };
          } catch (error) {
            if (error instanceof ApiError) return { id, code: error.code };
            throw error;
          }
        }),
      );
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
