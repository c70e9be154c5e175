/** The outcome of a batch. `failedFrom` is the index of the first failed record; undefined if all records succeeded. */
export type BatchOutcome = { readonly failedFrom: number | undefined };

export interface BatchPolicy<R> {
  readonly batchSize: number;
  /** How often a failing batch is retried. Splitting a batch does not count as a retry. */
  readonly maxRetries: number;
  readonly bisect: boolean;
  invoke(batch: readonly R[]): Promise<BatchOutcome>;
  /** Sends a batch that is out of retries to the on-failure destination. */
  discard(batch: readonly R[], attempts: number): Promise<void>;
  /** Returns whether a record is too old for a retry. */
  isExpired(record: R): boolean;
  /** Waits before the nth retry, counted from 1. */
  backOff(n: number): Promise<void>;
}

/**
 * Invokes a function with the records of one lane in order, as Lambda does for a stream. Records after a failing record
 * wait until this record succeeds or is discarded. Bisection isolates the failing record, so Lambda does not discard
 * the neighbours of this record.
 */
export async function processInOrder<R>(records: readonly R[], policy: BatchPolicy<R>): Promise<void> {
  for (let start = 0; start < records.length; start += policy.batchSize) {
    await processBatch(records.slice(start, start + policy.batchSize), 0, policy);
  }
}

async function processBatch<R>(batch: readonly R[], retries: number, policy: BatchPolicy<R>): Promise<void> {
  const { failedFrom } = await policy.invoke(batch);
  if (failedFrom === undefined) return;
  const rest = batch.slice(failedFrom);
  // The batch made progress. The rest is a new batch, whose failure does not count as a retry.
  if (failedFrom > 0 && policy.bisect) return processBatch(rest, retries, policy);
  if (policy.bisect && rest.length > 1) {
    const middle = Math.ceil(rest.length / 2);
    await processBatch(rest.slice(0, middle), retries, policy);
    return processBatch(rest.slice(middle), retries, policy);
  }
  if (retries >= policy.maxRetries || rest.every(policy.isExpired)) return policy.discard(rest, retries + 1);
  await policy.backOff(retries + 1);
  return processBatch(rest, retries + 1, policy);
}

/** Distributes records over `count` lists by key. The records of one key stay in one list, in order. */
export function distributed<R>(
  records: readonly R[],
  count: number,
  keyOf: (record: R) => string,
): ReadonlyMap<number, readonly R[]> {
  return Map.groupBy(records, (record) => hash(keyOf(record)) % count);
}

/** FNV-1a, 32 bits, mixed as in MurmurHash3: without the mix, a seed would hardly change which keys meet in a list. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

/** The smallest index of the failed ids. As on AWS, an id that is not in the batch fails the whole batch. */
export function firstFailure(ids: readonly string[], failed: readonly string[]): number | undefined {
  if (failed.length === 0) return undefined;
  return Math.max(0, Math.min(...failed.map((id) => ids.indexOf(id))));
}
