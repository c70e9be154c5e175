import { describe, expect, it } from '@jest/globals';
import { memoryList } from '../../../bench/memory-list.ts';
import { compact } from '../../../lib/platform/lists/compact.ts';
import type { ListStore } from '../../../lib/platform/lists/list-store.ts';
import { uuid } from '../../support/records.ts';
import { FOREVER, LIST } from './list-model.ts';

const time = '2026-01-31T00:00:00.000Z';

/** A list whose tail has items with ten entries each, as a bulk writes them. */
function bulky(items: number) {
  const { store, append, tailLength } = memoryList();
  for (let n = 0; n < items; n++) {
    const entries = Array.from({ length: 10 }, (_, each) => ({
      id: uuid(10 * n + each),
      time,
      plus: ['red', 'round', 'open', ''],
    }));
    append({ sk: String(n).padStart(6, '0'), entries });
  }
  let made = 0;
  const clock = { now: () => new Date(time), newId: () => uuid(made++) };
  return { store, tailLength, compactIn: (own: ListStore) => compact(LIST, own, clock, { until: FOREVER }) };
}

describe('A compactor', () => {
  it('ends when another compactor packed the tail first, which then goes on', async () => {
    const { store, compactIn } = bulky(20);
    let tries = 0;
    const beaten: ListStore = {
      ...store,
      commit: async () => {
        tries += 1;
        return false;
      },
    };
    expect(await compactIn(beaten)).toBe('overtaken');
    expect(tries).toBe(1);
  });

  it('reads few items of a tail whose items have many entries', async () => {
    const { store, compactIn, tailLength } = bulky(20);
    const read: number[] = [];
    const counted: ListStore = {
      ...store,
      tail: async (limit) => {
        const found = await store.tail(limit);
        read.push(found.length);
        return found;
      },
    };
    expect(await compactIn(counted)).toBe('short');
    // Seven items are a run. The six that are left are too few for another.
    expect(read).toEqual([8, 8, 6]);
    expect(tailLength()).toBe(6);
  });
});
