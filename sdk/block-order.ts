import type { components } from './api-types.ts';

type Placed = Pick<components['schemas']['Transaction'], 'blockTimestamp' | 'chain' | 'blockNumber'>;

/**
 * The records of a page in the order of their blocks. The API orders them by time alone, and blocks of the same second
 * are many on a fast chain.
 */
export function inBlockOrder<T extends Placed>(records: readonly T[], isOldestFirst: boolean): readonly T[] {
  const step = isOldestFirst ? 1 : -1;
  return [...records].sort(
    (a, b) =>
      step * (Date.parse(a.blockTimestamp) - Date.parse(b.blockTimestamp) || 0) ||
      a.chain.localeCompare(b.chain) ||
      step * (a.blockNumber - b.blockNumber),
  );
}
