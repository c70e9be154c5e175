import { describe, expect, it } from '@jest/globals';
import { deferralSeconds } from '../../lib/deliveries/deferral.ts';
import { nextAttemptOf } from '../../lib/deliveries/queue.ts';
import { derivedId } from '../../lib/ids.ts';
import { aDelivery } from '../support/records.ts';

const messages = (count: number, deferrals = 0) =>
  Array.from({ length: count }, (_, n) => ({
    ...nextAttemptOf(aDelivery({ id: derivedId('test', String(n)) })),
    deferrals,
  }));
const [message] = messages(1);
if (message === undefined) throw new Error('no message');

const quick = { seconds: 0.2 };
const hanging = { seconds: 10 };

describe('the time until a message looks again whether its receiver has room', () => {
  it('is short at a receiver that answers soon, and about an attempt’s at one that does not answer', () => {
    expect(deferralSeconds(message, quick)).toBe(1);
    const seconds = deferralSeconds(message, hanging);
    expect(seconds).toBeGreaterThanOrEqual(5);
    expect(seconds).toBeLessThanOrEqual(10);
  });

  it('grows with each deferral, up to five minutes', () => {
    const times = Array.from({ length: 50 }, (_, deferrals) => deferralSeconds({ ...message, deferrals }, hanging));
    expect(times[3]).toBeGreaterThan(times[0] ?? 0);
    expect(Math.max(...times)).toBeLessThanOrEqual(300);
    expect(Math.min(...times.slice(6))).toBeGreaterThanOrEqual(150);
  });

  it('has a thousand that wait look a few times a second, never all at once', () => {
    const perSecond = Map.groupBy(messages(1000, 6), (each) => deferralSeconds(each, hanging));
    expect(Math.max(...[...perSecond.values()].map(({ length }) => length))).toBeLessThan(20);
  });
});
