import { describe, expect, it } from '@jest/globals';
import { healthAfter } from '../../../lib/channels/webhook/subscription-health.ts';
import { plusSeconds } from '../../../lib/values/time.ts';
import { aWebhook } from '../../support/records.ts';

const at = new Date('2026-01-31T09:00:00.000Z');
const instant = at.toISOString();
const ago = (seconds: number) => plusSeconds(at, -seconds).toISOString();
const DAY = 24 * 3600;

const success = { error: null, statusCode: 200, at };
const failure = { statusCode: 500, error: 'The receiver answered 500.', at };
const gone = { ...failure, statusCode: 410, error: 'The receiver answered 410.' };

describe('a successful attempt', () => {
  it('ends a series of failures and keeps the last error', () => {
    const failing = aWebhook({ consecutiveFailures: 4, failingSince: ago(DAY), lastError: 'no' });
    expect(healthAfter(failing, success)).toEqual({
      consecutiveFailures: 0,
      failingSince: null,
      lastSuccessAt: instant,
    });
  });

  it.each([
    ['is recorded when it is the first success', null, true],
    ['is recorded a minute after the last recorded success', ago(60), true],
    ['is not recorded within a minute after the last recorded success', ago(59), false],
  ])('%s', (_what, lastSuccessAt, isRecorded) => {
    expect(healthAfter(aWebhook({ lastSuccessAt }), success) !== null).toBe(isRecorded);
  });
});

describe('a failed attempt', () => {
  it('is counted, with the time of the first failure and the last error', () => {
    const first = aWebhook(healthAfter(aWebhook(), failure) ?? {});
    expect(first).toMatchObject({ consecutiveFailures: 1, failingSince: instant, lastFailureAt: instant });
    const later = { ...failure, at: plusSeconds(at, 5), error: 'timeout' };
    expect(healthAfter(first, later)).toEqual({
      consecutiveFailures: 2,
      failingSince: instant,
      lastFailureAt: plusSeconds(at, 5).toISOString(),
      lastError: 'timeout',
    });
  });

  it('disables the subscription at once when the receiver answers 410', () => {
    expect(healthAfter(aWebhook(), gone)).toMatchObject({
      isActive: false,
      disabledReason: 'The receiver answered 410 Gone',
      disabledBy: 'service',
    });
  });

  it.each([
    ['disables the subscription five days after the first of three failures', 5 * DAY, 2, true],
    ['leaves the subscription on within five days after the first failure', 5 * DAY - 1, 99, false],
    ['leaves the subscription on when it is the second failure in five days', 5 * DAY, 1, false],
  ])('%s', (_what, seconds, consecutiveFailures, disables) => {
    const webhook = aWebhook({ consecutiveFailures, failingSince: ago(seconds) });
    const change = healthAfter(webhook, failure);
    expect(change?.isActive).toBe(disables ? false : undefined);
    if (disables) expect(change?.disabledReason).toBe(`Every attempt has failed since ${ago(seconds)}`);
  });

  it('does not disable a subscription that is off already', () => {
    const off = aWebhook({
      isActive: false,
      disabledReason: 'Turned off by the organisation',
      disabledBy: 'organisation',
    });
    expect(healthAfter(off, gone)).not.toHaveProperty('disabledReason');
  });
});
