import { describe, expect, it } from '@jest/globals';
import { tokenBucket } from '../../../local/aws/gateway-throttle.ts';

describe('tokenBucket', () => {
  it('allows a burst at once and then as many requests as the rate refills', () => {
    const allows = tokenBucket(10, 3);
    expect([0, 0, 0, 0].map(allows)).toEqual([true, true, true, false]);
    expect(allows(100)).toBe(true);
    expect(allows(100)).toBe(false);
  });

  it('never holds more tokens than the burst', () => {
    const allows = tokenBucket(1000, 2);
    expect([60_000, 60_000, 60_000].map(allows)).toEqual([true, true, false]);
  });
});
