import { describe, expect, it } from '@jest/globals';
import { bucketLabel, sinceText } from '../../../../console/pages/overview/bucket-label.ts';

describe('The only hour or day with anything', () => {
  const at = new Date(2026, 10, 29, 20);

  it('is told by its hour alone on the same day, and with its day afterwards', () => {
    const today = sinceText('hour', at, new Date(2026, 10, 29, 21));
    expect(today).toMatch(/^Since \d/);
    expect(today).not.toContain('Nov');
    expect(sinceText('hour', at, new Date(2026, 10, 30, 1))).toBe(`Since ${bucketLabel('hour', at)}`);
  });

  it('is told by its day of UTC', () => {
    const midnight = new Date('2026-11-29T00:00:00.000Z');
    expect(sinceText('day', midnight, new Date('2026-11-29T12:00:00.000Z'))).toBe('Since Nov 29');
  });
});
