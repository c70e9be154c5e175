/**
 * Reads each height, up to `ahead` heights at once, and yields the results in order. When the caller stops early, the
 * remaining reads are cancelled.
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
    // Avoids an unhandled rejection. The loop below awaits the read later and throws the error then. When the caller
    // stops early, the cancelled read has no reader.
    reading.catch(() => undefined);
    reads.push(reading);
  };
  try {
    heights.slice(0, ahead).forEach(begin);
    for (let at = 0; at < heights.length; at++) {
      const next = heights[at + ahead];
      const reading = reads.shift();
      if (reading === undefined) return;
      const result = await reading;
      if (next !== undefined) begin(next);
      yield result;
    }
  } finally {
    done.abort();
  }
}
