/**
 * Runs `fn` for all items, at most `width` items at once. Returns the results in the order of the items. Rejects with
 * the first error and then starts no further item.
 */
export async function mapConcurrent<T, R>(
  items: readonly T[],
  width: number,
  fn: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const queue = [...items.entries()].reverse();
  const lane = async () => {
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const [index, item] = next;
      try {
        results[index] = await fn(item);
      } catch (error) {
        queue.length = 0;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, lane));
  return results;
}

/**
 * Runs `fn` for the items of a source and yields the results in the order of the items. While the caller handles a
 * result, `fn` runs for at most `ahead` further items. The first item runs alone, so that its result comes early. When
 * the caller stops, starts no further item, and the end of the generator waits for the items that run.
 */
export async function* mapAhead<T, R>(
  source: AsyncIterable<T>,
  ahead: number,
  fn: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const iterator = source[Symbol.asyncIterator]();
  const running: Promise<IteratorResult<R, undefined>>[] = [];
  const next = async (): Promise<IteratorResult<R, undefined>> => {
    const item = await iterator.next();
    return item.done ? { done: true, value: undefined } : { done: false, value: await fn(item.value) };
  };
  const fill = (width: number) => {
    while (running.length < width) {
      const result = next();
      // The caller gets the error when its turn comes, or never.
      result.catch(() => {});
      running.push(result);
    }
  };
  try {
    for (;;) {
      fill(1);
      const result = await running.shift();
      if (result === undefined || result.done) return;
      fill(ahead);
      yield result.value;
    }
  } finally {
    await Promise.allSettled(running);
    await iterator.return?.();
  }
}
