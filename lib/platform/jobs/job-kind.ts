import * as z from 'zod';
import { Instant } from '../../values/fields.ts';
import { Uuid } from '../../values/ids.ts';
import type { JobFunction } from '../access.ts';
import type { AuditResource } from '../audit/audit-entry.ts';
import type { Deps } from '../deps.ts';
import type { DueKind } from '../table/due-keys.ts';
import type { JobPrefix } from '../table/keys.ts';
import { stateMachine } from '../table/state-machine.ts';
import type { Condition, Write } from '../table/write.ts';

export const JobStatus = z.enum(['running', 'completed', 'cancelled', 'failed']);
export type JobStatus = z.output<typeof JobStatus>;

/** What each job stores besides what its kind stores. */
export const Job = z.object({
  id: Uuid,
  status: JobStatus,
  createdAt: Instant,
  /** Until this time a run holds the job, and no other run may begin. */
  leaseUntil: Instant.nullable(),
  /** Runs that began since the last progress. */
  strikes: z.int(),
});
export type StoredJob = Readonly<z.output<typeof Job>> & Readonly<Record<string, unknown>>;

export const newJob = ({ now, newId }: Pick<Deps, 'now' | 'newId'>): z.output<typeof Job> => ({
  id: newId(),
  status: 'running',
  createdAt: now().toISOString(),
  leaseUntil: null,
  strikes: 0,
});

/** How a job ended: what the kind stores of it. */
export interface End {
  readonly status: Exclude<JobStatus, 'running'>;
  readonly at: Date;
  /** Why the job failed, for its owner. Null unless it failed. */
  readonly reason: string | null;
}

/** A kind of jobs as data. Its work is in `JobWork`. */
export interface JobKind<J extends StoredJob> {
  /** In sentences, logs and events: `export`. */
  readonly name: string;
  /** The unfinished jobs in the index of due work. */
  readonly due: DueKind;
  readonly schema: z.ZodType<J>;
  readonly prefix: JobPrefix;
  /**
   * The jobs of an organisation at a time, so that no organisation takes all runs from the others. The item of the
   * organisation names its running jobs in this attribute: an id if there may be one, otherwise a set.
   */
  readonly slots: { readonly attribute: string; readonly most: number };
  /** The function that runs the jobs. */
  readonly runsIn: JobFunction;
  /** A run begins no step after this time. Shorter than the time-out of the function: the rest is for the last step. */
  readonly runSeconds: number;
  /** Longer than the time-out of the function, so that a lease never ends while its run may still write. */
  readonly leaseSeconds: number;
  /** How long a job is listed after its end. Null: until somebody deletes the job. */
  readonly listedSeconds: number | null;
  /** What the audit log says of jobs that callers start. Absent for jobs of operators. */
  readonly audited?: { readonly resource: AuditResource; shown(job: J): object };
  /** What each write of a job sets. */
  touched?(at: Date): Partial<J>;
  /** What the end of a job sets. */
  ended(end: End): Partial<J>;
  /** What a job that goes on sets. */
  readonly resumed?: Partial<J>;
  /** What a job sets when nobody has work on it any more. */
  readonly cleared?: Partial<J>;
  /** What the log says of a completed job. */
  counts(job: J): Readonly<Record<string, number>>;
}

/** What a job that rests stores, until when it rests, and the fields that nobody may have changed meanwhile. */
export interface Rest<J> {
  readonly rest: Partial<J>;
  readonly until: Date | null;
  readonly same: readonly (keyof J & string)[];
}

/** How a caller changes a job that rests. */
export interface Prompt<J> extends Condition {
  readonly set: Partial<J>;
  /** The entry of the audit log. */
  readonly audit: readonly Write[];
}

/** The job still has the lease that this run took. */
const LEASED = [{ same: 'leaseUntil' }] as const;

export const jobStates = stateMachine(
  'Job (export, bulk replay, backtest, review, recount, address list, expiry)',
  'status',
  JobStatus.options,
  {
    create: {
      from: ['nothing'],
      to: 'running',
      because: 'A caller starts a job. Its organisation runs few others of the kind.',
    },
    claim: {
      from: ['running', 'cancelled', 'failed'],
      to: 'unchanged',
      when: [{ over: 'leaseUntil' }],
      because: 'A run takes the job under a lease: to go on with it, or to delete what an ended job left.',
    },
    store: {
      from: JobStatus.options,
      to: 'unchanged',
      when: LEASED,
      because: 'The run stores how far the work is done, even if the job ended meanwhile.',
    },
    yield: {
      from: ['running'],
      to: 'unchanged',
      when: LEASED,
      because: 'The time of the run is over. Handover starts the next run.',
    },
    rest: {
      from: ['running'],
      to: 'unchanged',
      when: LEASED,
      because: 'The work is done until a later time. Handover starts the next run then.',
    },
    prompt: {
      from: ['running', 'failed'],
      to: 'running',
      because: 'A caller asks a job that rests for a run at once.',
    },
    complete: { from: ['running'], to: 'completed', when: LEASED, because: 'Nothing is left to do.' },
    cancel: { from: ['running'], to: 'cancelled', because: 'A caller cancels the job.' },
    fail: {
      from: ['running'],
      to: 'failed',
      when: LEASED,
      because: 'Five runs in a row made no progress, or the job cannot go on.',
    },
    clear: {
      from: ['cancelled', 'failed'],
      to: 'unchanged',
      when: LEASED,
      because: 'The run deleted what the job left. Handover need not find the job again.',
    },
    resume: { from: ['cancelled', 'failed'], to: 'running', because: 'A caller resumes the job where it stopped.' },
  },
);
