import { listSource } from '../../lib/exports/export-source.ts';
import { exportRepo } from '../../lib/exports/repo.ts';
import { runExport } from '../../lib/exports/run-export.ts';
import { configuredFiles } from '../../lib/exports/s3-files.ts';
import { ExportEvent } from '../../lib/exports/schema.ts';
import { deps } from '../../lib/platform/deps.ts';
import { transactionRepo } from '../../lib/transactions/repo.ts';
import { memo } from '../../lib/values/memo.ts';
import { walletRepo } from '../../lib/wallets/repo.ts';

const files = memo(configuredFiles);

/** One run of an export. An export that is unknown or has ended is no error. */
export async function handler(event: unknown): Promise<void> {
  const { organisationId, id } = ExportEvent.parse(event);
  const { now, stage } = deps();
  const exports = exportRepo(deps());
  const source = listSource({ transactions: transactionRepo(deps()), wallets: walletRepo(deps()) });
  await runExport({ now, stage, exports, files: files(), source, wallets: walletRepo(deps()) }, organisationId, id);
}
