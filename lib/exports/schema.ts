import * as z from 'zod';
import { Job, JobStatus } from '../platform/jobs/job-kind.ts';
import { TransactionFilters } from '../transactions/transaction-query.ts';
import { Instant, paging } from '../values/fields.ts';
import { Uuid } from '../values/ids.ts';

/** A job that writes all transactions that a filter finds into a file, as the API answers it. */
export const Export = z
  .object({
    id: Uuid,
    status: JobStatus,
    filters: TransactionFilters,
    /** The rows that are stored so far. */
    rows: z.number().int(),
    /** How many transactions the filters found at the beginning; null before the count. The rows of a finished file. */
    total: z.number().int().nullable(),
    /** The link to the gzip CSV, which needs no API key. Each answer has a new link. Null unless the file exists. */
    url: z.url().nullable(),
    /** The end of the 24 hours in which the file can be downloaded. Null unless the job completed. */
    expiresAt: Instant.nullable(),
    /** Why the job failed. Null unless it failed. */
    error: z.string().nullable(),
    createdAt: Instant,
    finishedAt: Instant.nullable(),
  })
  .meta({ id: 'Export' });
export type Export = z.output<typeof Export>;

export const ExportQuery = z.strictObject({ ...paging });
export type ExportQuery = z.output<typeof ExportQuery>;

/** The number of one of the two objects that take turns to hold the remainder of a file. */
const RemainderSlot = z.union([z.literal(0), z.literal(1)]);
export type RemainderSlot = z.output<typeof RemainderSlot>;

export const StoredExport = Export.omit({ url: true }).extend({
  ...Job.shape,
  /** The multipart upload of the file. Null before the first run. */
  uploadId: z.string().nullable(),
  /** The ETags of the uploaded parts in order. The next part has the number after the last. */
  parts: z.array(z.string()),
  /** The object with the rows behind the last part, which are too few for a part. Null when there are none. */
  remainder: RemainderSlot.nullable(),
  /** How far the transactions are read. Null before the first of them, and after the last of them. */
  position: z.string().nullable(),
  /** Whether all transactions are read and in `parts`. */
  isRead: z.boolean(),
});
export type StoredExport = z.output<typeof StoredExport>;
