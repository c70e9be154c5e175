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
import type { TransactionFilters } from '../transactions/transaction-query.ts';
import { ApiError, notFound } from '../values/errors.ts';
import type { OrganisationId } from '../values/ids.ts';
import { epochSeconds, plusSeconds } from '../values/time.ts';
import { exportStates } from './export-states.ts';
import { type ExportQuery, type Progress, StoredExport } from './schema.ts';

/** Longer than the time-out of `write-export`, so that a lease never ends while its run may still write. */
export const EXPORT_LEASE_SECONDS = 315;
/** How long a finished file can be downloaded. */
export const FILE_SECONDS = 86_400;
/** How long a job is listed after its end. */
const LISTED_SECONDS = 7 * 86_400;
/** Jobs of an organisation at a time, so that no organisation takes all runs from the others. */
export const MOST_RUNNING = 3;

const Organisation = z.object({ runningExports: z.set(z.string()).optional() });
type Organisation = z.output<typeof Organisation>;

/** Exports of organisations. The item of the organisation names its running jobs. */
export function exportRepo({ table, now, newId }: Pick<Deps, 'table' | 'now' | 'newId'>) {
  const find = (organisationId: OrganisationId, id: string): Promise<StoredExport | null> =>
    getItem(table, keys.export(organisationId, id), StoredExport);

  /** @throws ApiError `not_found`. */
  async function get(organisationId: OrganisationId, id: string): Promise<StoredExport> {
    const job = await find(organisationId, id);
    if (job === null) throw notFound('export');
    return job;
  }

  /** Writes a job. Null when its condition does not hold. */
  const change = (
    organisationId: OrganisationId,
    id: string,
    part: Omit<Update<StoredExport>, 'update'>,
  ): Promise<StoredExport | null> =>
    nullIfConditionFailed(updateReturning(table, { ...part, update: keys.export(organisationId, id) }, StoredExport));

  /**
   * Ends a running job and makes room for another. False when the condition of the transition does not hold. Only an
   * ended job expires: the organisation of a running job may be suspended for weeks, and the job keeps its room.
   */
  const end = (
    organisationId: OrganisationId,
    id: string,
    { set, ...part }: Pick<Update<StoredExport>, 'set' | 'remove' | 'when' | 'values'>,
  ): Promise<boolean> =>
    conditionHeld(
      transact(table, [
        {
          update: keys.export(organisationId, id),
          ...part,
          set: { ...set, ttl: epochSeconds(plusSeconds(now(), LISTED_SECONDS)) },
        } satisfies Update<StoredExport>,
        {
          update: keys.organisation(organisationId),
          drop: { runningExports: new Set([id]) },
        } satisfies Update<Organisation>,
      ]),
    );

  return {
    find,
    get,

    /** @throws ApiError `conflict` while the organisation runs as many jobs as it may. */
    async create(organisationId: OrganisationId, filters: TransactionFilters): Promise<StoredExport> {
      const at = now();
      const job: StoredExport = {
        id: newId(),
        status: 'running',
        filters,
        rows: 0,
        total: null,
        expiresAt: null,
        error: null,
        createdAt: at.toISOString(),
        finishedAt: null,
        uploadId: null,
        parts: [],
        remainder: null,
        position: null,
        isRead: false,
        leaseUntil: null,
        strikes: 0,
      };
      const put = {
        ...keys.export(organisationId, job.id),
        ...job,
        ...due.entry('EXPORT', organisationId, job.id, job.createdAt),
      };
      const taking: Update<Organisation> = {
        update: keys.organisation(organisationId),
        add: { runningExports: new Set([job.id]) },
        when: 'attribute_not_exists(#runningExports) OR size(#runningExports) < :most',
        values: { ':most': MOST_RUNNING },
      };
      try {
        await create(table, [{ put, ...exportStates.allows('create', {}) }, taking]);
      } catch (error) {
        if (!conditionFailed(error)?.includes(1)) throw error;
        throw new ApiError(
          'conflict',
          `${MOST_RUNNING} exports are under way: wait until one has ended, or cancel one.`,
        );
      }
      return job;
    },

    /** The running jobs, and those that ended in the last week. */
    async list(organisationId: OrganisationId, request: ExportQuery): Promise<Page<StoredExport>> {
      const all = await queryPrefix(table, keys.organisation(organisationId).pk, prefixes.exports, StoredExport);
      return pageOf(newestFirst(all), request, 'exports', organisationId);
    },

    /**
     * Reconcile finds the job until a run has deleted its file. A repetition changes nothing.
     * @throws ApiError `not_found`, or `invalid_transition` for a job that has ended.
     */
    async cancel(organisationId: OrganisationId, id: string): Promise<StoredExport> {
      await get(organisationId, id);
      const set = { status: exportStates.transitions.cancel.to, finishedAt: now().toISOString(), strikes: 0 };
      await end(organisationId, id, { set, ...exportStates.allows('cancel', {}) });
      const job = await get(organisationId, id);
      if (job.status === 'cancelled') return job;
      throw new ApiError('invalid_transition', `The export is ${job.status}; it cannot become cancelled.`);
    },

    /** Takes a job for one run. Null when another run has the job, or nothing is left to do. */
    claim(organisationId: OrganisationId, id: string): Promise<StoredExport | null> {
      const at = now();
      const leaseUntil = plusSeconds(at, EXPORT_LEASE_SECONDS).toISOString();
      return change(organisationId, id, {
        set: { leaseUntil, ...due.entry('EXPORT', organisationId, id, leaseUntil) },
        add: { strikes: 1 },
        ...exportStates.allows('claim', { now: at }),
      });
    },

    /** A write of the run that holds the job. Null when the run lost the job, or the job was cancelled. */
    store: (
      organisationId: OrganisationId,
      { id, leaseUntil }: StoredExport,
      set: Progress | Pick<StoredExport, 'uploadId' | 'total'>,
    ) => change(organisationId, id, { set: { ...set, strikes: 0 }, ...exportStates.allows('store', { leaseUntil }) }),

    /** Ends the lease. The next run begins as soon as reconcile finds the job. */
    release: (organisationId: OrganisationId, { id, leaseUntil }: StoredExport) =>
      change(organisationId, id, {
        set: { leaseUntil: null, ...due.entry('EXPORT', organisationId, id, now().toISOString()) },
        ...exportStates.allows('yield', { leaseUntil }),
      }),

    /** False when the run lost the job, or the job was cancelled. */
    complete(organisationId: OrganisationId, { id, leaseUntil, rows }: StoredExport): Promise<boolean> {
      const at = now();
      const set = {
        status: exportStates.transitions.complete.to,
        total: rows,
        finishedAt: at.toISOString(),
        expiresAt: plusSeconds(at, FILE_SECONDS).toISOString(),
        ...ENDED,
      };
      const allowed = exportStates.allows('complete', { leaseUntil });
      return end(organisationId, id, { set, remove: ['gsi3pk', 'gsi3sk'], ...allowed });
    },

    /** The API shows `error` to the owner of the job. The lease stays: this run deletes what the job left. */
    fail(organisationId: OrganisationId, { id, leaseUntil }: StoredExport, error: string): Promise<boolean> {
      const set = { status: exportStates.transitions.fail.to, error, finishedAt: now().toISOString(), strikes: 0 };
      return end(organisationId, id, { set, ...exportStates.allows('fail', { leaseUntil }) });
    },

    /** Ends the work on a cancelled or failed job of which nothing is left. */
    clear: (organisationId: OrganisationId, { id, leaseUntil }: StoredExport) =>
      change(organisationId, id, {
        set: ENDED,
        remove: ['gsi3pk', 'gsi3sk'],
        ...exportStates.allows('clear', { leaseUntil }),
      }),
  };
}

/** No run has work on the job any more. */
const ENDED = {
  uploadId: null,
  parts: [],
  remainder: null,
  position: null,
  leaseUntil: null,
} satisfies Partial<StoredExport>;

export type ExportRepo = ReturnType<typeof exportRepo>;
