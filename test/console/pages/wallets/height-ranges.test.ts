import { describe, expect, it } from '@jest/globals';
import { blocksIn, dividedGaps, heightIn, newestPart } from '../../../../console/pages/wallets/height-ranges.ts';

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
    expect(dividedGaps([{ from: 0, to: 0 }], 1)).toEqual({ before: [], since: [] });
  });

  it('is history before the wallet was watched, and something missed since', () => {
    const gaps = [
      { from: 0, to: 4 },
      { from: 8, to: 12 },
      { from: 20, to: 21 },
    ];
    expect(dividedGaps(gaps, 10)).toEqual({
      before: [gaps[0], { from: 8, to: 9 }],
      since: [{ from: 10, to: 12 }, gaps[2]],
    });
    expect(dividedGaps(gaps, null)).toEqual({ before: gaps, since: [] });
  });

  it.each(['', '-1', '1.5', '1e3', 'x', '9007199254740992'])('does not begin at %j', (text) => {
    expect(heightIn(text)).toBeUndefined();
  });

  it('begins at a whole number', () => {
    expect(heightIn(' 42 ')).toBe(42);
  });
});
