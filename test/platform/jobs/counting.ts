import * as z from 'zod';
import { Job, type JobKind, newJob } from '../../../lib/platform/jobs/job-kind.ts';
import { jobRepo } from '../../../lib/platform/jobs/job-repo.ts';
import { type JobWork, runJob } from '../../../lib/platform/jobs/run-job.ts';
import { prefixes } from '../../../lib/platform/table/keys.ts';
import type { Table } from '../../../lib/platform/table/table.ts';
import { OrganisationId } from '../../../lib/values/ids.ts';
import { testDeps } from '../../support/deps.ts';
import { overdueEntries } from '../../support/due.ts';

/*
 * The least kind of jobs: its step writes the next number outside of the table, and its clean-up removes the numbers.
 */
export const LAST = 3;

const StoredCount = Job.extend({ done: z.int(), failure: z.string().nullable(), isCleared: z.boolean() });
export type StoredCount = z.output<typeof StoredCount>;

export const countJob: JobKind<StoredCount> = {
  name: 'count',
  due: 'JOB',
  schema: StoredCount,
  prefix: prefixes.recounts,
  slots: { attribute: 'runningCounts', most: 2 },
  runsIn: 'run-jobs',
  runSeconds: 45,
  leaseSeconds: 75,
  listedSeconds: 86_400,
  ended: ({ reason }) => ({ failure: reason }),
  resumed: { failure: null },
  cleared: { isCleared: true },
  counts: ({ done }) => ({ done }),
};

/** An organisation with jobs of the kind. */
export function counting(table: Table, kind = countJob) {
  const deps = testDeps(table);
  const organisationId = OrganisationId.parse(deps.newId());
  const repo = jobRepo(kind, deps);
  /** What the steps wrote. */
  const written: string[] = [];

  const work: JobWork<StoredCount> = {
    stuck: 'It could not count.',
    async step(_, { id, done }) {
      if (done === LAST) return { complete: {} };
      written.push(`${id} ${done + 1}`);
      return { store: { done: done + 1 } };
    },
    async cleanUp(_, { id }) {
      for (const line of written.splice(0)) if (!line.startsWith(id)) written.push(line);
    },
  };

  return {
    ...{ deps, organisationId, repo, written, work },
    create: () => repo.create(organisationId, { ...newJob(deps), done: 0, failure: null, isCleared: false }),
    job: (id: string) => repo.get(organisationId, id),
    run: (
      id: string,
      { step = work.step, cleanUp = work.cleanUp }: Partial<JobWork<StoredCount>> = {},
      within = repo,
    ) => runJob(deps, within, { ...work, step, cleanUp }, organisationId, id),
    /** The jobs that handover would start. */
    due: async (): Promise<string[]> =>
      (await overdueEntries(table, 'JOB', deps.now()))
        .filter(({ organisation }) => organisation === organisationId)
        .map(({ id }) => id),
  };
}

export type Counting = ReturnType<typeof counting>;
