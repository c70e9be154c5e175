import { describe, expect, it } from '@jest/globals';
import { endAfter, momentOf } from '../../../cli/base/moments.ts';

const now = new Date('2026-03-01T12:00:00.000Z');

describe('The time for which a mute lasts', () => {
  it.each([
    ['90m', '2026-03-01T13:30:00.000Z'],
    ['2h', '2026-03-01T14:00:00.000Z'],
    ['7d', '2026-03-08T12:00:00.000Z'],
  ])('%s ends at %s', (text, end) => {
    expect(endAfter(text, now)).toBe(end);
  });

  it.each(['', '2', 'h', '0h', '-1h', '1.5h', '2H', '2h30m', '1000000m', '2s'])('is refused as %s', (text) => {
    expect(() => endAfter(text, now)).toThrow('--for takes minutes, hours or days');
  });
});

describe('The time of a filter', () => {
  it('is so long ago', () => {
    const before = Date.now();
    const ago = before - Date.parse(momentOf('2d'));
    expect(ago).toBeLessThanOrEqual(2 * 86_400_000);
    expect(ago).toBeGreaterThan(2 * 86_400_000 - 60_000);
  });

  it.each(['2026-03-01', '2026-03-01T12:00:00Z', '2026-13-01'])('is %s as it is written', (text) => {
    expect(momentOf(text)).toBe(text);
  });

  it.each(['2x', 'yesterday', '', '2H'])('is refused as "%s", with both forms of a time', (text) => {
    expect(() => momentOf(text)).toThrow(/2026-03-01T12:00:00Z, or how long ago: 90m, 2h, 7d/);
  });
});
