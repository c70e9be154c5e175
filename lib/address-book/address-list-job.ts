import type { Deps } from '../platform/deps.ts';
import type { JobKind } from '../platform/jobs/job-kind.ts';
import { jobRepo } from '../platform/jobs/job-repo.ts';
import { prefixes } from '../platform/table/keys.ts';
import { StoredAddressList } from './address-list-schema.ts';

/** The lists of an organisation. Each of them may be fetched each day. */
export const MOST_LISTS = 100;

/** A job that rests for a day after each run, and applies the source of an address list. */
export const addressListJob: JobKind<StoredAddressList> = {
  name: 'address list',
  due: 'JOB',
  schema: StoredAddressList,
  prefix: prefixes.addressLists,
  slots: { attribute: 'runningAddressLists', most: MOST_LISTS },
  runsIn: 'run-jobs',
  // A step may fetch for 15 s and parse 100,000 addresses.
  runSeconds: 25,
  leaseSeconds: 75,
  listedSeconds: null,
  ended: () => ({}),
  counts: ({ sourced }) => ({ sourced }),
};

export const addressListJobs = (deps: Pick<Deps, 'table' | 'now' | 'newId'>) => jobRepo(addressListJob, deps);
