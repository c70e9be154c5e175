import type { Deps } from '../platform/deps.ts';
import { type JobKind, newJob } from '../platform/jobs/job-kind.ts';
import { prefixes } from '../platform/table/keys.ts';
import type { TransactionFilters } from '../transactions/transaction-query.ts';
import { plusSeconds } from '../values/time.ts';
import { StoredExport } from './schema.ts';

/** How long a finished file can be downloaded. */
export const FILE_SECONDS = 86_400;
/** No run has work on the job any more. */
const CLEARED = { uploadId: null, parts: [], remainder: null, position: null } satisfies Partial<StoredExport>;

/** A job that writes the transactions that a filter finds into a file. */
export const exportJob: JobKind<StoredExport> = {
  name: 'export',
  due: 'EXPORT',
  schema: StoredExport,
  prefix: prefixes.exports,
  slots: { attribute: 'runningExports', most: 3 },
  runsIn: 'write-export',
  runSeconds: 240,
  leaseSeconds: 315,
  listedSeconds: 7 * 86_400,
  ended: ({ status, at, reason }) => ({
    finishedAt: at.toISOString(),
    error: reason,
    ...(status === 'completed' && { expiresAt: plusSeconds(at, FILE_SECONDS).toISOString() }),
  }),
  cleared: CLEARED,
  audited: { resource: 'export', shown: ({ filters }) => filters },
  counts: ({ rows }) => ({ rows }),
};

export const newExport = ({ now, newId }: Pick<Deps, 'now' | 'newId'>, filters: TransactionFilters): StoredExport => ({
  ...newJob({ now, newId }),
  filters,
  rows: 0,
  total: null,
  expiresAt: null,
  error: null,
  finishedAt: null,
  ...CLEARED,
  isRead: false,
});
