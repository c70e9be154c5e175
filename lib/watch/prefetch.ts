/**
 * Reads what belongs to each height, up to `ahead` at once, and gives it in order. Reads that nobody waits for any more are
 * cancelled when the caller stops early.
 */
export async function* inOrder<T>(
  heights: readonly number[],
  ahead: number,
  read: (height: number, signal: AbortSignal) => Promise<T>,
  signal: AbortSignal,
): AsyncGenerator<T> {
  const done = new AbortController();
  const within = AbortSignal.any([signal, done.signal]);
  const reads: Promise<T>[] = [];
  const begin = (height: number) => {
    const reading = read(height, within);
    // Whether it fails is told when its turn comes.
    reading.catch(() => undefined);
    reads.push(reading);
  };
  try {
    heights.slice(0, ahead).forEach(begin);
    for (let at = 0; at < heights.length; at++) {
      const next = heights[at + ahead];
      const reading = reads.shift();
      if (reading === undefined) return;
      const block = await reading;
      if (next !== undefined) begin(next);
      yield block;
    }
  } finally {
    done.abort();
  }
}
