/**
 * Runs `fn` over all items, at most `width` at once, and answers the results in their order. The first failure rejects,
 * and nothing is begun after it.
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
