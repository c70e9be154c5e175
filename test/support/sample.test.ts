import { describe, expect, it } from '@jest/globals';
import { isExhaustive, paired, sampled } from './sample.ts';

const places = Array.from({ length: 100 }, (_, n) => n);

describe('sampled', () => {
  it('always draws the first place, the last place and one place of each kind', () => {
    const sample = sampled(places, 5, (n) => (n === 50 ? 'rare' : 'frequent'));
    expect(sample).toEqual(expect.arrayContaining([0, 50, 99]));
    expect(sample).toHaveLength(isExhaustive ? 100 : 5);
  });

  it('draws the same places again for the same seed and test', () => {
    expect(sampled(places, 10)).toEqual(sampled(places, 10));
  });

  it('keeps the order of the places', () => {
    expect(sampled(places, 20)).toEqual(sampled(places, 20).toSorted((a, b) => a - b));
  });

  it('draws every place if there are fewer places than the count', () => {
    expect(sampled(['a', 'b'], 5)).toEqual(['a', 'b']);
    expect(sampled([], 5)).toEqual([]);
  });
});

describe('paired', () => {
  it('tries each case in one way and each way in a case', () => {
    const all = paired(['a', 'b', 'c'], [1, 2]);
    const sample = [
      ['a', 1],
      ['b', 2],
      ['c', 1],
    ];
    expect(all).toEqual(isExhaustive ? ['a', 'b', 'c'].flatMap((each) => [1, 2].map((way) => [each, way])) : sample);
  });
});
