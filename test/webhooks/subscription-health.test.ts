import { describe, expect, it } from '@jest/globals';
import { plusSeconds } from '../../lib/values/time.ts';
import { healthAfter, isTold } from '../../lib/webhooks/subscription-health.ts';
import { aWebhook } from '../support/records.ts';

const at = new Date('2026-01-31T09:00:00.000Z');
const instant = at.toISOString();
const ago = (seconds: number) => plusSeconds(at, -seconds).toISOString();
const DAY = 24 * 3600;

const success = { ok: true, statusCode: 200, error: null, at };
const failure = { ok: false, statusCode: 500, error: 'The receiver answered 500.', at };
const gone = { ...failure, statusCode: 410, error: 'The receiver answered 410.' };

describe('a success', () => {
  it('ends a row of failures and leaves the last of them to be seen', () => {
    const failing = aWebhook({ consecutiveFailures: 4, failingSince: ago(DAY), lastError: 'no' });
    expect(healthAfter(failing, success)).toEqual({
      consecutiveFailures: 0,
      failingSince: null,
      lastSuccessAt: instant,
    });
  });

  it.each([
    ['the first', null, true],
    ['one a minute after the last that was noted', ago(60), true],
    ['another within the minute', ago(59), false],
  ])('%s is noted: %s, %s', (_what, lastSuccessAt, noted) => {
    expect(healthAfter(aWebhook({ lastSuccessAt }), success) !== null).toBe(noted);
  });
});

describe('a failure', () => {
  it('is counted, with when the row began and what was wrong last', () => {
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

  it('of 410 disables at once', () => {
    expect(healthAfter(aWebhook(), gone)).toMatchObject({
      isActive: false,
      disabledReason: 'The receiver answered 410 Gone',
      disabledBy: 'service',
    });
  });

  it.each([
    ['five days after the first of many', 5 * DAY, 2, true],
    ['a little sooner', 5 * DAY - 1, 99, false],
    ['five days after one alone', 5 * DAY, 1, false],
  ])('%s: %i s, %i before it, disables %s', (_what, seconds, consecutiveFailures, disables) => {
    const webhook = aWebhook({ consecutiveFailures, failingSince: ago(seconds) });
    const change = healthAfter(webhook, failure);
    expect(change?.isActive).toBe(disables ? false : undefined);
    if (disables) expect(change?.disabledReason).toBe(`Every attempt has failed since ${ago(seconds)}`);
  });

  it('disables nothing that is off, whoever turned it off', () => {
    const off = aWebhook({
      isActive: false,
      disabledReason: 'Turned off by the organisation',
      disabledBy: 'organisation',
    });
    expect(healthAfter(off, gone)).not.toHaveProperty('disabledReason');
  });
});

it.each([
  ['is on', {}, true],
  ['was turned off by its owner', { isActive: false, disabledBy: 'organisation' }, false],
  ['was disabled by us', { isActive: false, disabledBy: 'service' }, true],
  ['did not ask for it', { events: ['ping'] }, false],
] as const)('a subscription that %s is told: %j, %s', (_what, more, told) => {
  expect(
    isTold(
      aWebhook({ ...more, events: [...('events' in more ? more.events : ['alert.fired' as const])] }),
      'alert.fired',
    ),
  ).toBe(told);
});
