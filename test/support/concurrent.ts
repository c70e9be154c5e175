/** Starts `n` at once, waits for all, and tells what came of them. */
export async function settled<T>(n: number, fn: (i: number) => Promise<T>) {
  const outcomes = await Promise.allSettled(Array.from({ length: n }, (_, i) => fn(i)));
  return {
    fulfilled: outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : [])),
    rejected: outcomes.flatMap((outcome): unknown[] => (outcome.status === 'rejected' ? [outcome.reason] : [])),
  };
}
