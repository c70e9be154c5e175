import { describe, expect, it } from '@jest/globals';
import { durationText, lagText } from '../../../console/design/lag-text.ts';

describe('The lag of a chain', () => {
  it('names the blocks and the age of the last scanned block', () => {
    expect(lagText({ blocks: 2, seconds: 24 })).toBe('2 blocks, 24 seconds');
    expect(lagText({ blocks: 1, seconds: null })).toBe('1 block');
  });

  it('is none at the head, and shows an old block even when no block is left to scan', () => {
    expect(lagText({ blocks: 0, seconds: 0 })).toBe('None');
    expect(lagText({ blocks: 0, seconds: 7200 })).toBe('0 blocks, 2 hours');
  });

  it('is unknown while nobody watches the chain', () => {
    expect(lagText(null)).toBe('–');
  });

  it('takes the largest unit that fits', () => {
    expect(durationText(0)).toBe('0 seconds');
    expect(durationText(61)).toBe('1 minute');
    expect(durationText(3 * 24 * 3600)).toBe('3 days');
  });
});
