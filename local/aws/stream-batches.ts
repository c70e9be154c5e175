/** How an invocation with a batch ended: every record done, or the index from which on they were not (0: the whole batch). */
export type BatchOutcome = { readonly failedFrom: number | undefined };

export interface BatchPolicy<R> {
  readonly batchSize: number;
  /** How often a batch that fails is tried again; splitting it does not count. */
  readonly maxRetries: number;
  readonly bisect: boolean;
  invoke(batch: readonly R[]): Promise<BatchOutcome>;
  /** A batch given up: it goes to the on-failure destination. */
  discard(batch: readonly R[], attempts: number): Promise<void>;
  /** Records too old to be tried again. */
  isExpired(record: R): boolean;
  /** Waits before retry n = 1, 2, … */
  backOff(n: number): Promise<void>;
}

/**
 * Puts the records of one lane through a function in order, as Lambda does for a stream: what comes after a failing record
 * waits until that one is through or given up; bisection isolates it, so that its neighbours are not given up with it.
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
  // Progress was made: what remains is a batch of its own, split off and not yet counted against.
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

/** Spreads records over lanes by key: those of one key stay in one lane, in order. */
export function lanesOf<R>(records: readonly R[], count: number, keyOf: (record: R) => string): R[][] {
  const lanes = new Map<number, R[]>();
  for (const record of records) {
    const lane = hash(keyOf(record)) % count;
    lanes.set(lane, [...(lanes.get(lane) ?? []), record]);
  }
  return [...lanes.values()];
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return value;
}

/**
 * Reads what a function answered that reports its failures by item: the least index among those it names. An id that
 * is not in the batch fails the whole of it, as on AWS.
 */
export function firstFailure(ids: readonly string[], failed: readonly string[]): number | undefined {
  if (failed.length === 0) return undefined;
  return Math.max(0, Math.min(...failed.map((id) => ids.indexOf(id))));
}
