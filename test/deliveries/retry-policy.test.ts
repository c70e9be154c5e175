import { describe, expect, it } from '@jest/globals';
import { retryPolicy } from '../../lib/deliveries/retry-policy.ts';
import { aDelivery } from '../support/records.ts';

const policy = retryPolicy([5, 30, 120, 600, 3600]);
const delivery = aDelivery();
const now = new Date('2026-01-31T09:00:00.000Z');
const delayAfter = (failures: number, retryAfter: string | null = null, at = now) =>
  policy({ delivery, failures, retryAfter, at });

describe('retryPolicy', () => {
  it('waits 5 s, 30 s, 2 min, 10 min and 1 h after the first five failures, and ends after the sixth', () => {
    expect([1, 2, 3, 4, 5, 6, 7].map((failures) => delayAfter(failures))).toEqual([5, 30, 120, 600, 3600, null, null]);
  });

  it.each([
    ['60', 60],
    [' 60 ', 60],
    ['6', 6],
    ['Sat, 31 Jan 2026 09:01:00 GMT', 60],
    ['Saturday, 31-Jan-26 09:01:00 GMT', 60],
    ['3600', 3600],
  ])('waits as long as the receiver asks: Retry-After %j', (retryAfter, seconds) => {
    expect(delayAfter(1, retryAfter)).toBe(seconds);
  });

  it('rounds a part of a second up', () => {
    const at = (time: string) => delayAfter(1, 'Sat, 31 Jan 2026 09:01:00 GMT', new Date(`2026-01-31T${time}Z`));
    expect(at('09:00:00.001')).toBe(60);
    expect(at('09:00:00.999')).toBe(60);
    expect(at('09:00:01.000')).toBe(59);
  });

  it.each(['3601', '86400', '99999999999999999999', '9'.repeat(400), 'Sun, 01 Feb 2026 09:00:00 GMT'])(
    'waits no longer than an hour: Retry-After %j',
    (retryAfter) => {
      expect(delayAfter(1, retryAfter)).toBe(3600);
    },
  );

  it.each(['0', '1', '4', 'Sat, 31 Jan 2026 08:00:00 GMT'])(
    'waits no less than the schedule: Retry-After %j',
    (retryAfter) => {
      expect(delayAfter(1, retryAfter)).toBe(5);
      expect(delayAfter(4, retryAfter)).toBe(600);
    },
  );

  it.each([
    '',
    'soon',
    '-60',
    '60s',
    '1.5',
    '1e3',
    '0x3c',
    'x 2099',
    'Sat',
    'Sat, 99 Foo 2099 09:01:00 GMT',
    '2099-01-01T00:00:00Z',
  ])('keeps to the schedule when Retry-After is %j', (retryAfter) => {
    expect(delayAfter(2, retryAfter)).toBe(30);
  });

  it('ends after the last failure, also when the receiver asks for more time', () => {
    expect(delayAfter(6, '60')).toBeNull();
  });
});
