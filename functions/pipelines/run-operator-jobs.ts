import * as z from 'zod';
import { configuredFiles } from '../../lib/exports/s3-files.ts';
import { runDeletion } from '../../lib/operation/deletion/run-deletion.ts';
import { recountRepo, recountWork } from '../../lib/operation/lists/recount-job.ts';
import { configuredArchive } from '../../lib/operation/retention/s3-archive.ts';
import { deps } from '../../lib/platform/deps.ts';
import { RunEvent } from '../../lib/platform/jobs/job-client.ts';
import { runJob } from '../../lib/platform/jobs/run-job.ts';
import { memo } from '../../lib/values/memo.ts';

const files = memo(configuredFiles);
const archive = memo(configuredArchive);

const Event = RunEvent.extend({ kind: z.enum(['recount', 'deletion']) });

/** One run of a job that operators start. A job that is unknown or has ended is no error. */
export async function handler(event: unknown): Promise<void> {
  const { kind, organisationId, id } = Event.parse(event);
  if (kind === 'deletion') return runDeletion({ ...deps(), files: files(), archive: archive() }, organisationId);
  await runJob(deps(), recountRepo(deps()), recountWork(deps()), organisationId, id);
}
