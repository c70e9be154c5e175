import { describe, expect, it } from '@jest/globals';
import { healthOf } from '../../../../console/pages/webhooks/webhook-health.ts';

const working = { isActive: true, consecutiveFailures: 0, lastSuccessAt: '2026-11-23T10:00:00.000Z' };

describe('The health of a webhook', () => {
  it('is active after a success', () => {
    expect(healthOf(working)).toEqual({ type: 'success', text: 'Active' });
  });

  it('says that nothing was sent before the first attempt', () => {
    expect(healthOf({ ...working, lastSuccessAt: null }).text).toBe('Active, nothing sent yet');
  });

  it('counts the failures since the last success', () => {
    expect(healthOf({ ...working, consecutiveFailures: 1 })).toEqual({
      type: 'warning',
      text: 'Failing: 1 time in a row',
    });
    expect(healthOf({ ...working, consecutiveFailures: 12 }).text).toBe('Failing: 12 times in a row');
  });

  it('tells a webhook that failed until it was disabled from one that somebody turned off', () => {
    expect(healthOf({ ...working, isActive: false, consecutiveFailures: 9 }).type).toBe('error');
    expect(healthOf({ ...working, isActive: false }).type).toBe('stopped');
  });
});
