import { describe, expect, it } from '@jest/globals';
import { instantOf, localMinute } from '../../../console/design/local-minute.ts';

describe('The field for a local time', () => {
  it('keeps what the user writes while the year has one digit', () => {
    const local = '0002-01-02T10:00';
    expect(localMinute(instantOf(local))).toBe(local);
  });

  it('shows an instant of the address as the local minute, and gives it back', () => {
    const instant = new Date(2026, 0, 2, 9, 5, 30).toISOString();
    expect(localMinute(instant)).toBe('2026-01-02T09:05');
    expect(instantOf('2026-01-02T09:05')).toBe(new Date(2026, 0, 2, 9, 5).toISOString());
  });

  it('leaves what is no date for the API to refuse', () => {
    expect(instantOf('12345-01-02T10:00')).toBe('12345-01-02T10:00');
    expect(instantOf('')).toBe('');
    expect(localMinute('yesterday')).toBe('');
  });
});
