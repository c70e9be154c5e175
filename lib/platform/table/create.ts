import { ApiError } from '../../values/errors.ts';
import type { Table } from './table.ts';
import { conditionFailed, transact, type Write } from './write.ts';

/** The creation of a record by a request with an idempotency key. */
export interface Creation {
  /** Whether an earlier run of the request has created the record. */
  readonly isDone: boolean;
  /** The write that remembers the creation, on condition that no other run of the request has taken over. */
  done(): Promise<Write>;
}

/** The request is running elsewhere, or its run ended a moment ago. */
export const inProgress = (): ApiError =>
  new ApiError('idempotency_in_progress', 'A request with this Idempotency-Key is still running; repeat it later.', {
    headers: { 'Retry-After': '1' },
  });

/**
 * Executes all the writes that create a record, or none, at most 99. A request with an idempotency key creates once:
 * the same transaction remembers that the record is created, and a repetition of the request skips the writes.
 * @throws TransactionCanceledException, BusyError as `transact`; ApiError `idempotency_in_progress`.
 */
export async function create({ creation, ...table }: Table, parts: readonly Write[]): Promise<void> {
  if (creation === undefined) return transact(table, parts);
  if (creation.isDone) return;
  const writes = [...parts, await creation.done()];
  try {
    await transact(table, writes);
  } catch (error) {
    throw conditionFailed(error)?.includes(parts.length) ? inProgress() : error;
  }
}
