import * as z from 'zod';
import type { Deps } from '../platform/deps.ts';
import { newestFirst, type Page, pageOf } from '../platform/lists/page.ts';
import { create } from '../platform/table/create.ts';
import { due, keys, prefixes } from '../platform/table/keys.ts';
import { getItem, queryPrefix } from '../platform/table/table.ts';
import {
  conditionFailed,
  conditionHeld,
  nullIfConditionFailed,
  transact,
  type Update,
  updateReturning,
} from '../platform/table/write.ts';
import { ApiError, notFound } from '../values/errors.ts';
import { type OrganisationId, Uuid } from '../values/ids.ts';
import { epochSeconds, plusSeconds } from '../values/time.ts';
import { replayStates } from './replay-states.ts';
import { type CreateReplay, type Planned, type ReplayQuery, StoredReplay } from './schema.ts';

/** Longer than the time-out of `admin`, so that a lease never ends while its run may still write. */
export const REPLAY_LEASE_SECONDS = 75;

/** How long a replay is kept after its end. */
const KEPT_SECONDS = 90 * 24 * 60 * 60;

const Organisation = z.object({ runningReplay: Uuid.optional() });

/**
 * Bulk replays of organisations. The item of the organisation names its running job: each organisation runs one job at
 * a time, because many jobs of one organisation would take the function's concurrency from other organisations.
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

  /** Writes a job. Null when its condition does not hold. */
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
   * A write of the run that holds the job. Null when the run lost the job. The write sets the counts and does not add
   * to them, because the SDK repeats a write whose answer got lost.
   */
  const changeHeld = (
    organisationId: OrganisationId,
    { id, leaseUntil }: StoredReplay,
    event: 'count' | 'plan' | 'yield',
    set: Update<StoredReplay>['set'],
  ) => change(organisationId, id, { set, ...replayStates.allows(event, { leaseUntil }) });

  /** Ends a running job and makes room for the next job. False when the job does not run. */
  async function end(
    organisationId: OrganisationId,
    id: string,
    event: 'complete' | 'cancel' | 'fail',
    set: Update<StoredReplay>['set'] = {},
  ): Promise<boolean> {
    const at = now();
    const ttl = epochSeconds(plusSeconds(at, KEPT_SECONDS));
    const ended = { status: replayStates.transitions[event].to, ...set, updatedAt: at.toISOString(), ttl };
    return conditionHeld(
      transact(table, [
        {
          update: keys.replay(organisationId, id),
          set: ended,
          remove: ['gsi3pk', 'gsi3sk'],
          ...replayStates.allows(event, {}),
        } satisfies Update<StoredReplay>,
        {
          update: keys.organisation(organisationId),
          remove: ['runningReplay'],
        } satisfies Update<z.output<typeof Organisation>>,
      ]),
    );
  }

  /** Makes this job the running job of its organisation. */
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

    /** Newest first. Reads all replays of the organisation, so ended replays expire. */
    async list(organisationId: OrganisationId, request: ReplayQuery): Promise<Page<StoredReplay>> {
      const all = await queryPrefix(table, keys.organisation(organisationId).pk, prefixes.replays, StoredReplay);
      const { status } = request;
      const found = all.filter((job) => status === undefined || job.status === status);
      return pageOf(newestFirst(found), request, 'replays', organisationId, status ?? '');
    },

    /** @throws ApiError `conflict` while another job of the organisation runs. */
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
      const put = {
        ...keys.replay(organisationId, job.id),
        ...job,
        ...due.entry('REPLAY', organisationId, job.id, at),
      };
      try {
        await create(table, [{ put, ...replayStates.allows('create', {}) }, taking(organisationId, job.id)]);
      } catch (error) {
        throw conditionFailed(error)?.includes(1) ? await isTaken(organisationId) : error;
      }
      return job;
    },

    /** A repetition changes nothing. @throws ApiError `not_found`, or `invalid_transition` for a job that has ended. */
    async cancel(organisationId: OrganisationId, id: string): Promise<StoredReplay> {
      await get(organisationId, id);
      await end(organisationId, id, 'cancel');
      const job = await get(organisationId, id);
      if (job.status === 'cancelled') return job;
      throw new ApiError('invalid_transition', `The replay is ${job.status}; it cannot become cancelled.`);
    },

    /**
     * A repetition changes nothing.
     * @throws ApiError `not_found`, `conflict` while another job runs, `invalid_transition` for a completed job.
     */
    async resume(organisationId: OrganisationId, id: string): Promise<StoredReplay> {
      await get(organisationId, id);
      const at = now().toISOString();
      const running = {
        status: 'running' as const,
        failure: null,
        strikes: 0,
        updatedAt: at,
        ...due.entry('REPLAY', organisationId, id, at),
      };
      try {
        await transact(table, [
          {
            update: keys.replay(organisationId, id),
            set: running,
            remove: ['ttl'],
            ...replayStates.allows('resume', {}),
          } satisfies Update<StoredReplay>,
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

    /** Takes a running job for one run. Null when another run has the job, or the job has ended. */
    claim(organisationId: OrganisationId, id: string): Promise<StoredReplay | null> {
      const at = now();
      const leaseUntil = plusSeconds(at, REPLAY_LEASE_SECONDS).toISOString();
      return change(organisationId, id, {
        set: { leaseUntil, ...due.entry('REPLAY', organisationId, id, leaseUntil) },
        add: { strikes: 1 },
        ...replayStates.allows('claim', { now: at }),
      });
    },

    /** Writes down the next page, and how far the list is planned then. */
    plan: (
      organisationId: OrganisationId,
      job: StoredReplay,
      page: readonly Planned[],
      cursor: string,
      skipped: number,
    ) =>
      changeHeld(organisationId, job, 'plan', { page: [...page], cursor, strikes: 0, skipped: job.skipped + skipped }),

    /** Counts the page when all its deliveries were replayed or skipped. */
    finishPage(organisationId: OrganisationId, job: StoredReplay, counts: { replayed: number; skipped: number }) {
      const replayed = job.replayed + counts.replayed;
      const skipped = job.skipped + counts.skipped;
      return changeHeld(organisationId, job, 'count', { page: [], strikes: 0, replayed, skipped });
    },

    setTotal: (organisationId: OrganisationId, job: StoredReplay, total: number) =>
      changeHeld(organisationId, job, 'count', { total }),

    /** Ends the lease. The next run begins as soon as reconcile finds the job, or the owner resumes the job. */
    async release(organisationId: OrganisationId, job: StoredReplay): Promise<void> {
      const set = { leaseUntil: null };
      const waiting = { ...set, ...due.entry('REPLAY', organisationId, job.id, now().toISOString()) };
      const yielded = await changeHeld(organisationId, job, 'yield', waiting);
      if (yielded === null) await changeHeld(organisationId, job, 'count', set);
    },

    complete: (organisationId: OrganisationId, id: string) =>
      end(organisationId, id, 'complete', { completedAt: now().toISOString(), leaseUntil: null }),

    /** The API shows `reason` to the owner of the job. */
    fail: (organisationId: OrganisationId, id: string, reason: string) =>
      end(organisationId, id, 'fail', { failure: reason, leaseUntil: null }),
  };
}

export type ReplayRepo = ReturnType<typeof replayRepo>;
