import { describe, expect, it } from '@jest/globals';
import { ageText } from '../../sdk/index.ts';

const NOW = new Date('2026-03-31T12:00:00Z');

describe('The age of a moment', () => {
  it.each([
    ['2026-03-31T11:59:59.500Z', 'now'],
    ['2026-03-31T12:00:00.900Z', 'now'],
    ['2026-03-31T11:59:48Z', '12 s ago'],
    ['2026-03-31T11:59:00Z', '1 min ago'],
    ['2026-03-31T11:00:01Z', '59 min ago'],
    ['2026-03-30T12:00:01Z', '23 h ago'],
    ['2026-03-30T12:00:00Z', '1 d ago'],
    ['2026-03-01T12:00:00Z', '30 d ago'],
    ['2026-03-01T11:59:59Z', '2026-03-01'],
    ['2026-03-31T12:00:12Z', 'in 12 s'],
    ['2026-04-01T11:00:00Z', 'in 23 h'],
    ['2027-03-01T00:00:00Z', '2027-03-01'],
  ])('of %s is %s', (at, expected) => {
    expect(ageText(at, NOW)).toBe(expected);
  });
});
