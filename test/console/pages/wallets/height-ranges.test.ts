import { describe, expect, it } from '@jest/globals';
import { blocksIn, gapsWithPayments, heightIn, newestPart } from '../../../../console/pages/wallets/height-ranges.ts';

describe('A range of blocks for a backfill', () => {
  it('is the whole gap when the gap is small enough', () => {
    expect(newestPart({ from: 0, to: 99_999 })).toEqual({ from: 0, to: 99_999 });
  });

  it('is otherwise the newest 100,000 blocks of the gap', () => {
    const part = newestPart({ from: 5, to: 1_000_000 });
    expect(part).toEqual({ from: 900_001, to: 1_000_000 });
    expect(blocksIn(part)).toBe(100_000);
  });

  it('is no gap to fill when it is the first block of the chain alone', () => {
    const gap = { from: 0, to: 1 };
    expect(gapsWithPayments([{ from: 0, to: 0 }, gap, { from: 7, to: 7 }])).toEqual([gap, { from: 7, to: 7 }]);
  });

  it.each(['', '-1', '1.5', '1e3', 'x', '9007199254740992'])('does not begin at %j', (text) => {
    expect(heightIn(text)).toBeUndefined();
  });

  it('begins at a whole number', () => {
    expect(heightIn(' 42 ')).toBe(42);
  });
});
