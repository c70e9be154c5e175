import { ApiError, notFound } from '../../values/errors.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { epochSeconds, plusSeconds } from '../../values/time.ts';
import type { AuditAction } from '../audit/audit-entry.ts';
import { audited } from '../audit/audit-log.ts';
import type { Deps } from '../deps.ts';
import { newestFirst, type Page, type PageRequest, pageOf } from '../page.ts';
import { tryCreate } from '../table/create.ts';
import { due } from '../table/due-keys.ts';
import { allOf, ifSame } from '../table/if-same.ts';
import { keys } from '../table/keys.ts';
import { getItem, queryPrefix } from '../table/table.ts';
import {
  conditionHeld,
  nullIfConditionFailed,
  transact,
  tryTransact,
  type Update,
  updated,
  type Write,
} from '../table/write.ts';
import { type End, type JobKind, jobStates, type Prompt, type Rest, type StoredJob } from './job-kind.ts';
import { jobSlots } from './job-slots.ts';

type Values = Record<string, unknown>;

/** The attributes by which handover finds a job. */
const DUE = ['gsi3pk', 'gsi3sk'] as const;

/** The jobs of a kind. All writes of a run hold on condition that the run still has the lease. */
export function jobRepo<J extends StoredJob>(kind: JobKind<J>, deps: Pick<Deps, 'table' | 'now' | 'newId'>) {
  const { table, now } = deps;
  const { name } = kind;
  const keyOf = (organisationId: OrganisationId, id: string) => keys.job(organisationId, kind.prefix, id);
  const dueAt = (organisationId: OrganisationId, id: string, at: string) => due.entry(kind.due, organisationId, id, at);

  const find = (organisationId: OrganisationId, id: string): Promise<J | null> =>
    getItem(table, keyOf(organisationId, id), kind.schema);

  /** @throws ApiError `not_found`. */
  async function get(organisationId: OrganisationId, id: string): Promise<J> {
    const job = await find(organisationId, id);
    if (job === null) throw notFound(name);
    return job;
  }

  /** An update of a job. */
  const updateOf = (
    organisationId: OrganisationId,
    id: string,
    { set, ...part }: Omit<Update<Values>, 'update'>,
  ): Update<Values> => ({
    update: keyOf(organisationId, id),
    ...part,
    set: { ...kind.touched?.(now()), ...set },
  });

  /** Writes a job. Null when the condition does not hold. */
  const change = (
    organisationId: OrganisationId,
    id: string,
    part: Omit<Update<Values>, 'update'>,
  ): Promise<J | null> =>
    nullIfConditionFailed(updated(table, updateOf(organisationId, id, part)).then((item) => kind.schema.parse(item)));

  const entry = (organisationId: OrganisationId, id: string, action: AuditAction, job?: J): Write[] => {
    if (kind.audited === undefined) return [];
    const { resource, shown } = kind.audited;
    return audited(deps, organisationId, { action, resource, id, after: job === undefined ? null : shown(job) });
  };

  const { taking, freeing, noRoom } = jobSlots(kind, table);

  /**
   * Ends a running job and makes room for another. False when the condition of the transition does not hold. Only an
   * ended job expires: the organisation of a running job may be suspended for weeks, and the job keeps its room.
   */
  const end = (
    organisationId: OrganisationId,
    id: string,
    { status, reason }: Pick<End, 'status' | 'reason'>,
    { set, ...part }: Omit<Update<Values>, 'update'>,
    audit: readonly Write[] = [],
  ): Promise<boolean> => {
    const at = now();
    const ttl = kind.listedSeconds === null ? undefined : epochSeconds(plusSeconds(at, kind.listedSeconds));
    const ended = { status, ...kind.ended({ status, at, reason }), ...set, ttl };
    return conditionHeld(
      transact(table, {
        job: updateOf(organisationId, id, { ...part, set: ended }),
        slot: freeing(organisationId, id),
        audit,
      }),
    );
  };

  return {
    kind,
    find,
    get,

    /** @throws ApiError `conflict` while the organisation runs as many jobs of the kind as it may. */
    async create(organisationId: OrganisationId, job: J): Promise<J> {
      const { id, createdAt } = job;
      const put = { ...keyOf(organisationId, id), ...job, ...dueAt(organisationId, id, createdAt) };
      const making = { put, ...jobStates.allows('create', {}) };
      const audit = entry(organisationId, id, 'create', job);
      const refusal = await tryCreate(table, { job: making, slot: taking(organisationId, id), audit });
      if (refusal?.failed.includes('slot')) throw await noRoom(organisationId);
      if (refusal !== null) throw refusal;
      return job;
    },

    /** Newest first. Reads all jobs of the organisation, so ended jobs expire. */
    async list(organisationId: OrganisationId, request: PageRequest & { readonly status?: string }): Promise<Page<J>> {
      const all = await queryPrefix(table, keys.organisation(organisationId).pk, kind.prefix, kind.schema);
      const { status } = request;
      const found = all.filter((job) => status === undefined || job.status === status);
      const scope = status === undefined ? [] : [status];
      return pageOf(newestFirst(found), request, `${name}s`, organisationId, ...scope);
    },

    /**
     * Handover finds the job until a run has deleted what the job left. A repetition changes nothing.
     * @throws ApiError `not_found`, or `invalid_transition` for a job that has ended.
     */
    async cancel(organisationId: OrganisationId, id: string): Promise<J> {
      await get(organisationId, id);
      const part = { set: { strikes: 0 }, ...jobStates.allows('cancel', {}) };
      const cancelled = { status: 'cancelled', reason: null } as const;
      await end(organisationId, id, cancelled, part, entry(organisationId, id, 'cancel'));
      const job = await get(organisationId, id);
      if (job.status === 'cancelled') return job;
      throw new ApiError('invalid_transition', `The ${name} is ${job.status}; it cannot become cancelled.`);
    },

    /**
     * Lets a cancelled or failed job go on. A repetition changes nothing.
     * @throws ApiError `not_found`, `conflict` without room, `invalid_transition` for a completed job.
     */
    async resume(organisationId: OrganisationId, id: string): Promise<J> {
      await get(organisationId, id);
      const set = {
        status: jobStates.transitions.resume.to,
        strikes: 0,
        ...kind.resumed,
        ...dueAt(organisationId, id, now().toISOString()),
      };
      const resuming = updateOf(organisationId, id, { set, remove: ['ttl'], ...jobStates.allows('resume', {}) });
      const audit = entry(organisationId, id, 'resume');
      const refusal = await tryTransact(table, { job: resuming, slot: taking(organisationId, id), audit });
      if (refusal !== null && !refusal.failed.includes('job')) throw await noRoom(organisationId);
      const job = await get(organisationId, id);
      if (job.status === 'running') return job;
      throw new ApiError('invalid_transition', `The ${name} is ${job.status}; it cannot go on.`);
    },

    /** Takes a job for one run. Null when another run has the job, or nothing is left to do. */
    claim(organisationId: OrganisationId, id: string): Promise<J | null> {
      const at = now();
      const leaseUntil = plusSeconds(at, kind.leaseSeconds).toISOString();
      return change(organisationId, id, {
        set: { leaseUntil, ...dueAt(organisationId, id, leaseUntil) },
        add: { strikes: 1 },
        ...jobStates.allows('claim', { now: at }),
      });
    },

    /**
     * Stores progress of the run that holds the job. Null when the run lost the job. The write sets counts and does not
     * add to them, because the SDK repeats a write whose answer got lost.
     */
    store: (organisationId: OrganisationId, { id, leaseUntil }: StoredJob, set: Partial<J>): Promise<J | null> =>
      change(organisationId, id, { set: { ...set, strikes: 0 }, ...jobStates.allows('store', { leaseUntil }) }),

    /** Ends the lease. The next run begins as soon as handover finds the job. Null when the job ended meanwhile. */
    yield: (organisationId: OrganisationId, { id, leaseUntil }: StoredJob): Promise<J | null> =>
      change(organisationId, id, {
        set: { leaseUntil: null, ...dueAt(organisationId, id, now().toISOString()) },
        ...jobStates.allows('yield', { leaseUntil }),
      }),

    /**
     * Ends the lease until a later time; null: until a caller prompts the job. Null when the run lost the job, or when
     * one of the fields `same` changed meanwhile.
     */
    rest(organisationId: OrganisationId, job: J, { rest, until, same }: Rest<J>): Promise<J | null> {
      const { id, leaseUntil } = job;
      return change(organisationId, id, {
        set: {
          ...rest,
          strikes: 0,
          leaseUntil: null,
          ...(until !== null && dueAt(organisationId, id, until.toISOString())),
        },
        ...(until === null && { remove: DUE }),
        ...allOf(jobStates.allows('rest', { leaseUntil }), ...same.map((field) => ifSame(job, field))),
      });
    },

    /** Changes a job that rests and makes its next run due. Null when the condition does not hold. */
    async prompt(organisationId: OrganisationId, id: string, { set, audit, ...condition }: Prompt<J>) {
      const job = updateOf(organisationId, id, {
        set: {
          ...set,
          status: jobStates.transitions.prompt.to,
          strikes: 0,
          ...dueAt(organisationId, id, now().toISOString()),
        },
        ...allOf(jobStates.allows('prompt', {}), condition),
      });
      return (await conditionHeld(transact(table, { job, audit }))) ? find(organisationId, id) : null;
    },

    /** False when the run lost the job, or the job was cancelled. */
    complete: (organisationId: OrganisationId, { id, leaseUntil }: StoredJob, set: Partial<J> = {}): Promise<boolean> =>
      end(
        organisationId,
        id,
        { status: 'completed', reason: null },
        {
          set: { ...kind.cleared, ...set, leaseUntil: null },
          remove: DUE,
          ...jobStates.allows('complete', { leaseUntil }),
        },
      ),

    /** The API shows `reason` to the owner of the job. The lease stays: this run deletes what the job left. */
    fail: (organisationId: OrganisationId, { id, leaseUntil }: StoredJob, reason: string): Promise<boolean> =>
      end(
        organisationId,
        id,
        { status: 'failed', reason },
        { set: { strikes: 0 }, ...jobStates.allows('fail', { leaseUntil }) },
      ),

    /** Ends the work on a cancelled or failed job when nothing of it is left. */
    clear: (organisationId: OrganisationId, { id, leaseUntil }: StoredJob): Promise<J | null> =>
      change(organisationId, id, {
        set: { ...kind.cleared, leaseUntil: null },
        remove: DUE,
        ...jobStates.allows('clear', { leaseUntil }),
      }),
  };
}

export type JobRepo<J extends StoredJob> = ReturnType<typeof jobRepo<J>>;
