import * as z from 'zod';
import type { Deps } from '../../platform/deps.ts';
import { Job, type JobKind, newJob } from '../../platform/jobs/job-kind.ts';
import { jobRepo } from '../../platform/jobs/job-repo.ts';
import { prefixes } from '../../platform/table/keys.ts';

const StoredExpiry = Job.extend({
  /** The name of the list whose records are being removed; empty before the first list. */
  list: z.string(),
  /** The entry of the list behind which the pass goes on; null at the beginning of the list. */
  after: z.string().nullable(),
  removed: z.int(),
});
export type StoredExpiry = z.output<typeof StoredExpiry>;

/** A pass over the records of an organisation that removes those whose retention is over. The clock starts it. */
export const expiryJob: JobKind<StoredExpiry> = {
  name: 'expiry',
  // A kind of its own: the passes of a thousand organisations begin at the same time.
  due: 'EXPIRY',
  schema: StoredExpiry,
  prefix: prefixes.expiries,
  slots: { attribute: 'runningExpiry', most: 1 },
  runsIn: 'expire-records',
  runSeconds: 240,
  leaseSeconds: 315,
  listedSeconds: 7 * 86_400,
  ended: () => ({}),
  counts: ({ removed }) => ({ removed }),
};

export const expiryRepo = (deps: Pick<Deps, 'table' | 'now' | 'newId'>) => jobRepo(expiryJob, deps);

export const newExpiry = ({ now, newId }: Pick<Deps, 'now' | 'newId'>): StoredExpiry => ({
  ...newJob({ now, newId }),
  list: '',
  after: null,
  removed: 0,
});
