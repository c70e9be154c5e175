import * as z from 'zod';
import { listSource } from '../../lib/exports/export-source.ts';
import { exportWork } from '../../lib/exports/export-work.ts';
import { configuredFiles } from '../../lib/exports/s3-files.ts';
import { exportRepo } from '../../lib/exports/start-export.ts';
import { deps } from '../../lib/platform/deps.ts';
import { RunEvent } from '../../lib/platform/jobs/job-client.ts';
import { runJob } from '../../lib/platform/jobs/run-job.ts';
import { transactionRepo } from '../../lib/transactions/repo.ts';
import { memo } from '../../lib/values/memo.ts';
import { walletRepo } from '../../lib/wallets/repo.ts';

const files = memo(configuredFiles);

const Event = RunEvent.extend({ kind: z.literal('export') });

/** One run of an export. An export that is unknown or has ended is no error. */
export async function handler(event: unknown): Promise<void> {
  const { organisationId, id } = Event.parse(event);
  const wallets = walletRepo(deps());
  const source = listSource({ transactions: transactionRepo(deps()), wallets });
  await runJob(
    deps(),
    exportRepo(deps()),
    exportWork({ ...deps(), files: files(), source, wallets }),
    organisationId,
    id,
  );
}
