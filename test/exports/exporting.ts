import { gunzipSync } from 'node:zlib';
import { fileKey } from '../../lib/exports/export-files.ts';
import { newExport } from '../../lib/exports/export-job.ts';
import { listSource } from '../../lib/exports/export-source.ts';
import { type Division, type ExportDeps, exportWork } from '../../lib/exports/export-work.ts';
import type { StoredExport } from '../../lib/exports/schema.ts';
import { exportRepo } from '../../lib/exports/start-export.ts';
import { runJob } from '../../lib/platform/jobs/run-job.ts';
import type { Table } from '../../lib/platform/table/table.ts';
import { csvHeader, csvRows } from '../../lib/transactions/csv.ts';
import { transactionRepo } from '../../lib/transactions/repo.ts';
import type { StoredTransaction } from '../../lib/transactions/schema.ts';
import type { TransactionFilters } from '../../lib/transactions/transaction-query.ts';
import { transactionResponses } from '../../lib/transactions/transaction-response.ts';
import { OrganisationId } from '../../lib/values/ids.ts';
import { walletChanges } from '../../lib/wallets/change-wallet.ts';
import { walletRepo } from '../../lib/wallets/repo.ts';
import { CreateWallet } from '../../lib/wallets/schema.ts';
import { type TestDeps, testDeps } from '../support/deps.ts';
import { overdueEntries } from '../support/due.ts';
import { aStoredTransaction, OURS } from '../support/records.ts';
import { memoryFiles } from './memory-files.ts';

/** Parts of some six rows. */
export const SMALL: Division = { partBytes: 450, batch: 2 };

/** The parts of a run. */
export interface RunDeps extends ExportDeps {
  readonly exports: ReturnType<typeof exportRepo>;
}

/** An organisation that exports the transactions of its one wallet into files in memory. */
export async function exporting(table: Table, transactions: number, smallest = SMALL.partBytes) {
  const deps: TestDeps = testDeps(table);
  const organisationId = OrganisationId.parse(deps.newId());
  const wallet = CreateWallet.parse({ label: 'Treasury', address: OURS, chains: ['ethereum'] });
  const place = { address: OURS, destinationTag: null };
  const { id: walletId } = await walletChanges(deps).create(organisationId, wallet, place);
  const memory = memoryFiles(smallest);
  const { record, all } = transactionRepo(deps);

  /** Stores the nth transaction. Three transactions in a row have the same block time. */
  const add = async (n: number, more: Partial<StoredTransaction> = {}) => {
    const blockTimestamp = new Date(Date.UTC(2026, 1, 1) + Math.floor(n / 3) * 60_000).toISOString();
    const stored = aStoredTransaction({ id: deps.newId(), walletId, blockNumber: n, blockTimestamp, ...more });
    await record(organisationId, stored, { evaluate: false });
  };
  for (let n = 0; n < transactions; n++) await add(n);

  const runDeps = (more: Partial<RunDeps> = {}): RunDeps => ({
    now: deps.now,
    stage: deps.stage,
    exports: exportRepo(deps),
    files: memory.files,
    source: listSource({ transactions: transactionRepo(deps), wallets: walletRepo(deps) }),
    wallets: walletRepo(deps),
    ...more,
  });

  return {
    deps,
    organisationId,
    walletId,
    add,
    runDeps,
    ...memory,
    exports: {
      ...exportRepo(deps),
      create: (organisation: OrganisationId, filters: TransactionFilters) =>
        exportRepo(deps).create(organisation, newExport(deps, filters)),
    },
    job: (id: string): Promise<StoredExport> => exportRepo(deps).get(organisationId, id),
    run: (id: string, more: Partial<RunDeps> = {}, division?: Division) => {
      const { exports, ...within } = runDeps(more);
      return runJob(deps, exports, exportWork(within, division ?? SMALL), organisationId, id);
    },

    /** The unpacked file of a job. */
    file(id: string): string {
      const file = memory.objects.get(fileKey(organisationId, id));
      if (file === undefined) throw new Error('there is no file');
      return gunzipSync(file).toString('utf8');
    },

    /** The content that the synchronous export has. */
    async synchronous(filters: TransactionFilters = {}): Promise<string> {
      let text = csvHeader;
      for await (const batch of all(organisationId, filters)) {
        text += csvRows(await transactionResponses(walletRepo(deps), organisationId, batch));
      }
      return text;
    },

    /** The jobs that handover would find. */
    waiting: async (): Promise<string[]> =>
      (await overdueEntries(table, 'EXPORT', deps.now()))
        .filter(({ organisation }) => organisation === organisationId)
        .map(({ id }) => id),

    /** Starts the runs that are due, as handover does each minute. */
    async reconciled(within: Table, start: (id: string) => Promise<void>): Promise<void> {
      for (const entry of await overdueEntries(within, 'EXPORT', deps.now())) {
        if (entry.organisation === organisationId) await start(entry.id);
      }
    },
  };
}

export type Exporting = Awaited<ReturnType<typeof exporting>>;
