import * as z from 'zod';
import type { Deps } from '../../platform/deps.ts';
import { type JobClient, startDue } from '../../platform/jobs/job-client.ts';
import { Job, type JobKind, newJob } from '../../platform/jobs/job-kind.ts';
import { jobRepo } from '../../platform/jobs/job-repo.ts';
import type { JobWork, Step } from '../../platform/jobs/run-job.ts';
import { recountList } from '../../platform/lists/index.ts';
import { prefixes } from '../../platform/table/keys.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { walletList } from '../../wallets/wallet-list.ts';
import { walletsAreListed } from '../../wallets/wallet-listing.ts';
import { countedLists } from './counted-lists.ts';

const StoredRecount = Job.extend({
  /** The name of the list that is being recounted. */
  list: z.string(),
  /** The id behind which the next part of the list begins. */
  after: z.string(),
  records: z.int(),
  repaired: z.int(),
});
type StoredRecount = z.output<typeof StoredRecount>;

/** A job that makes all lists of an organisation what their records say. Operators start it. */
export const recountJob: JobKind<StoredRecount> = {
  name: 'recount',
  due: 'JOB',
  schema: StoredRecount,
  prefix: prefixes.recounts,
  slots: { attribute: 'runningRecount', most: 1 },
  runsIn: 'run-operator-jobs',
  runSeconds: 300,
  leaseSeconds: 915,
  listedSeconds: 90 * 86_400,
  ended: () => ({}),
  audited: { resource: 'recount', shown: () => ({}) },
  counts: ({ records, repaired }) => ({ records, repaired }),
};

export const recountRepo = (deps: Pick<Deps, 'table' | 'now' | 'newId'>) => jobRepo(recountJob, deps);

export const newRecount = ({ now, newId }: Pick<Deps, 'now' | 'newId'>): StoredRecount => ({
  ...newJob({ now, newId }),
  list: countedLists[0].definition.name,
  after: '',
  records: 0,
  repaired: 0,
});

/** Recounts part after part, list after list. A part may be repeated. */
export const recountWork = (deps: Pick<Deps, 'table' | 'now' | 'newId'>, most?: number): JobWork<StoredRecount> => ({
  stuck: 'Its lists could not be recounted.',

  async step(organisationId, { list: name, after, ...job }): Promise<Step<StoredRecount>> {
    const at = countedLists.findIndex(({ definition }) => definition.name === name);
    const list = countedLists[at];
    if (list === undefined) return { fail: `There is no list ${name}.` };
    const part = await recountList(deps, list, organisationId, { after, most });
    if (list.definition.name === walletList.definition.name && part.next === null) {
      await walletsAreListed(deps.table, organisationId);
    }
    const counts = { records: job.records + part.records, repaired: job.repaired + part.repaired };
    if (part.next !== null) return { store: { ...counts, after: part.next } };
    const following = countedLists[at + 1]?.definition.name;
    return following === undefined ? { complete: counts } : { store: { ...counts, list: following, after: '' } };
  },
});

/** Starts a recount of all lists. @throws ApiError `conflict` while another recount of the organisation runs. */
export async function startRecount(
  deps: Pick<Deps, 'table' | 'now' | 'newId'> & { readonly jobs: JobClient },
  organisationId: OrganisationId,
): Promise<void> {
  const { id } = await recountRepo(deps).create(organisationId, newRecount(deps));
  await startDue(deps.jobs, recountJob, organisationId, id);
}
