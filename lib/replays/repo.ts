import * as z from 'zod';
import type { Deps } from '../platform/deps.ts';
import { due, keys } from '../platform/table/keys.ts';
import { getItem } from '../platform/table/table.ts';
import {
  conditionFailed,
  conditionHeld,
  IF_ABSENT,
  nullIfConditionFailed,
  transact,
  type Update,
  updateReturning,
} from '../platform/table/write.ts';
import { ApiError, notFound } from '../values/errors.ts';
import { type OrganisationId, Uuid } from '../values/ids.ts';
import { plusSeconds } from '../values/time.ts';
import { type CreateReplay, type Planned, type ReplayStatus, StoredReplay } from './schema.ts';

/** Longer than the function may run, so that a lease never ends while its run still may write. */
export const LEASE_SECONDS = 75;

const Organisation = z.object({ runningReplay: Uuid.optional() });

/**
 * Bulk replays of organisations. Each organisation runs one at a time, which is kept on the organisation: jobs without
 * number would take all the function's places from the others.
 */
export function replayRepo({ table, now, newId }: Pick<Deps, 'table' | 'now' | 'newId'>) {
  const find = (organisationId: OrganisationId, id: string): Promise<StoredReplay | null> =>
    getItem(table, keys.replay(organisationId, id), StoredReplay);

  /** @throws ApiError `not_found`. */
  async function get(organisationId: OrganisationId, id: string): Promise<StoredReplay> {
    const job = await find(organisationId, id);
    if (job === null) throw notFound('replay');
    return job;
  }

  /** One write on a job. Null when its condition does not hold. */
  async function change(
    organisationId: OrganisationId,
    id: string,
    part: Omit<Update<StoredReplay>, 'update'>,
  ): Promise<StoredReplay | null> {
    const set = { ...part.set, updatedAt: now().toISOString() };
    return nullIfConditionFailed(
      updateReturning(table, { ...part, update: keys.replay(organisationId, id), set }, StoredReplay),
    );
  }

  /**
   * Writes of the run that has the job; null when it has it no more. Counts are set and not added to: should an answer get
   * lost, the SDK asks again.
   */
  const changeHeld = (
    organisationId: OrganisationId,
    { id, leaseUntil }: StoredReplay,
    part: Pick<Update<StoredReplay>, 'set'>,
  ) => change(organisationId, id, { ...part, when: '#leaseUntil = :lease', values: { ':lease': leaseUntil } });

  /** The same, unless the job has ended. */
  const changeRunning = (
    organisationId: OrganisationId,
    { id, leaseUntil }: StoredReplay,
    part: Pick<Update<StoredReplay>, 'set'>,
  ) =>
    change(organisationId, id, {
      ...part,
      when: '#leaseUntil = :lease AND #status = :running',
      values: { ':lease': leaseUntil, ':running': 'running' },
    });

  /** Ends a running job and makes room for the next. False when it does not run. */
  async function end(
    organisationId: OrganisationId,
    id: string,
    to: ReplayStatus,
    set: Update<StoredReplay>['set'] = {},
  ): Promise<boolean> {
    const ended = { status: to, ...set, updatedAt: now().toISOString() };
    return conditionHeld(
      transact(table, [
        {
          update: keys.replay(organisationId, id),
          set: ended,
          remove: ['gsi3pk', 'gsi3sk'],
          when: '#status = :running',
          values: { ':running': 'running' },
        } satisfies Update<StoredReplay>,
        { update: keys.organisation(organisationId), remove: ['runningReplay'] },
      ]),
    );
  }

  /** Takes the organisation's one place. */
  const taking = (organisationId: OrganisationId, id: string): Update<z.output<typeof Organisation>> => ({
    update: keys.organisation(organisationId),
    set: { runningReplay: id },
    when: 'attribute_not_exists(#runningReplay)',
  });

  async function isTaken(organisationId: OrganisationId): Promise<ApiError> {
    const { runningReplay = '' } = (await getItem(table, keys.organisation(organisationId), Organisation)) ?? {};
    return new ApiError('conflict', `The replay ${runningReplay} is under way: wait until it has ended, or cancel it.`);
  }

  return {
    find,
    get,

    /** @throws ApiError `conflict` while another is under way. */
    async create(organisationId: OrganisationId, { status, webhookId, from, to }: CreateReplay): Promise<StoredReplay> {
      const at = now().toISOString();
      const job: StoredReplay = {
        id: newId(),
        status: 'running',
        filter: { status, webhookId: webhookId ?? null, from: from ?? null, to: to ?? null },
        total: null,
        replayed: 0,
        skipped: 0,
        failure: null,
        createdAt: at,
        updatedAt: at,
        completedAt: null,
        page: [],
        cursor: null,
        leaseUntil: null,
        strikes: 0,
      };
      const put = { ...keys.replay(organisationId, job.id), ...job, ...due.entry('REPLAY', job.id, at) };
      try {
        await transact(table, [{ put, ...IF_ABSENT }, taking(organisationId, job.id)]);
      } catch (error) {
        throw conditionFailed(error)?.includes(1) ? await isTaken(organisationId) : error;
      }
      return job;
    },

    /** Repeated, it changes nothing. @throws ApiError `not_found`, or `invalid_transition` for one that has ended. */
    async cancel(organisationId: OrganisationId, id: string): Promise<StoredReplay> {
      await get(organisationId, id);
      await end(organisationId, id, 'cancelled');
      const job = await get(organisationId, id);
      if (job.status === 'cancelled') return job;
      throw new ApiError('invalid_transition', `The replay is ${job.status}; it cannot become cancelled.`);
    },

    /**
     * Repeated, it changes nothing.
     * @throws ApiError `not_found`, `conflict` while another is under way, `invalid_transition` for one that is completed.
     */
    async resume(organisationId: OrganisationId, id: string): Promise<StoredReplay> {
      await get(organisationId, id);
      const at = now().toISOString();
      const running = { status: 'running', failure: null, strikes: 0, updatedAt: at, ...due.entry('REPLAY', id, at) };
      const states = { ':cancelled': 'cancelled', ':failed': 'failed' };
      const stopped = { when: '#status IN (:cancelled, :failed)', values: states };
      try {
        await transact(table, [
          { update: keys.replay(organisationId, id), set: running, ...stopped },
          taking(organisationId, id),
        ]);
      } catch (error) {
        const failed = conditionFailed(error);
        if (failed === null) throw error;
        if (!failed.includes(0)) throw await isTaken(organisationId);
      }
      const job = await get(organisationId, id);
      if (job.status === 'running') return job;
      throw new ApiError('invalid_transition', `The replay is ${job.status}; it cannot go on.`);
    },

    /** Takes a running job for one run; null when another has it, or it has ended. */
    claim(organisationId: OrganisationId, id: string): Promise<StoredReplay | null> {
      const at = now();
      const leaseUntil = plusSeconds(at, LEASE_SECONDS).toISOString();
      return change(organisationId, id, {
        set: { leaseUntil, ...due.entry('REPLAY', id, leaseUntil) },
        add: { strikes: 1 },
        when: '#status = :running AND (#leaseUntil = :none OR #leaseUntil < :now)',
        values: { ':running': 'running', ':none': null, ':now': at.toISOString() },
      });
    },

    /** Writes down what is replayed next, and how far the list is then planned. */
    plan: (
      organisationId: OrganisationId,
      job: StoredReplay,
      page: readonly Planned[],
      cursor: string,
      skipped: number,
    ) =>
      changeRunning(organisationId, job, {
        set: { page: [...page], cursor, strikes: 0, skipped: job.skipped + skipped },
      }),

    /** Counts the page, once all of it was replayed or skipped. */
    finishPage(organisationId: OrganisationId, job: StoredReplay, counts: { replayed: number; skipped: number }) {
      const replayed = job.replayed + counts.replayed;
      const skipped = job.skipped + counts.skipped;
      return changeHeld(organisationId, job, { set: { page: [], strikes: 0, replayed, skipped } });
    },

    setTotal: (organisationId: OrganisationId, job: StoredReplay, total: number) =>
      changeHeld(organisationId, job, { set: { total } }),

    /** Lets go of a job, for the next run to go on with it as soon as reconcile finds it, or its owner resumes it. */
    async release(organisationId: OrganisationId, job: StoredReplay): Promise<void> {
      const set = { leaseUntil: null };
      const waiting = { ...set, ...due.entry('REPLAY', job.id, now().toISOString()) };
      (await changeRunning(organisationId, job, { set: waiting })) ?? (await changeHeld(organisationId, job, { set }));
    },

    complete: (organisationId: OrganisationId, id: string) =>
      end(organisationId, id, 'completed', { completedAt: now().toISOString(), leaseUntil: null }),

    /** `reason` is for its owner to read. */
    fail: (organisationId: OrganisationId, id: string, reason: string) =>
      end(organisationId, id, 'failed', { failure: reason, leaseUntil: null }),
  };
}

export type ReplayRepo = ReturnType<typeof replayRepo>;
