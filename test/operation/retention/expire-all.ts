import { beginExpiries } from '../../../lib/operation/retention/begin-expiries.ts';
import { expiryRepo } from '../../../lib/operation/retention/expiry-job.ts';
import { type ExpiryDeps, expiryWork } from '../../../lib/operation/retention/expiry-work.ts';
import { runJob } from '../../../lib/platform/jobs/run-job.ts';
import type { OrganisationId } from '../../../lib/values/ids.ts';
import { plusSeconds } from '../../../lib/values/time.ts';
import { overdueEntries } from '../../support/due.ts';

/** The expiries that handover would start, each as one run. */
export const dueExpiries = async (deps: ExpiryDeps) =>
  (await overdueEntries(deps.table, 'EXPIRY', plusSeconds(deps.now(), 1))).map(({ organisation, id }) => ({
    organisation,
    run: (more: Partial<ExpiryDeps> = {}) => runExpiry({ ...deps, ...more }, organisation, id),
  }));

const runExpiry = (deps: ExpiryDeps, organisation: OrganisationId, id: string) =>
  runJob(deps, expiryRepo(deps), expiryWork(deps), organisation, id);

/** What the clock and then handover do: begins the expiries, and runs those that are due, each once. */
export async function expireAll(deps: ExpiryDeps): Promise<void> {
  await beginExpiries(deps);
  for (const { run } of await dueExpiries(deps)) await run();
}

/** The expiries of an organisation, the newest first. */
export const expiriesOf = async (deps: ExpiryDeps, organisation: OrganisationId) =>
  (await expiryRepo(deps).list(organisation, { page: 1, pageSize: 10 })).data;
