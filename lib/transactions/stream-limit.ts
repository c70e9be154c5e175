import { ApiError } from '../values/errors.ts';

/** Lambda streams at most 200 MB in one response. */
const STREAMED_BYTES = 200_000_000;
/**
 * The mean size of a row that an export may have. Rows have 370 bytes in the mean (measured), and 22,630 when notes,
 * tags and amounts have their greatest length. Five times the usual size leaves room for notes on every row. If the
 * rows are larger still, Lambda breaks the response off, which the caller sees.
 */
const ROW_BYTES = 2_000;

/**
 * The most rows of a streamed export: 100,000. Time does not bind. 200 MB take 95 s at 2 MB/s beyond the first 10 MB. A
 * row takes 0.12 ms of a processor (`npm run bench -- exports`) and the function has 0.29 of a processor, so that it
 * makes 100,000 rows in 41 s of its 300 s.
 */
export const MOST_STREAMED_ROWS = STREAMED_BYTES / ROW_BYTES;

/** @throws ApiError `export_too_large` when this many rows may not fit into one response. */
export function assertStreamable(rows: number): void {
  if (rows <= MOST_STREAMED_ROWS) return;
  const limit = MOST_STREAMED_ROWS.toLocaleString('en');
  const detail = `${rows.toLocaleString('en')} transactions match, and one response carries ${limit}`;
  throw new ApiError('export_too_large', `${detail}: use POST /api/transactions/exports, or narrow the filters.`);
}
