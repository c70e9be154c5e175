import { describe, expect, it } from '@jest/globals';
import { healthOf } from '../../../console/design/webhook-health.ts';

const working = {
  isActive: true,
  disabledReason: null,
  consecutiveFailures: 0,
  lastSuccessAt: '2026-11-23T10:00:00.000Z',
};

describe('The health of a webhook', () => {
  it('is active after a success', () => {
    expect(healthOf(working)).toEqual({ type: 'success', text: 'Active', explanation: null });
  });

  it('says that nothing arrived before the first success', () => {
    expect(healthOf({ ...working, lastSuccessAt: null }).explanation).toBe('Nothing arrived yet');
  });

  it('counts the failures since the last success', () => {
    expect(healthOf({ ...working, consecutiveFailures: 1 })).toEqual({
      type: 'warning',
      text: 'Failing',
      explanation: '1 attempt without success',
    });
    expect(healthOf({ ...working, consecutiveFailures: 1200 }).explanation).toBe('1,200 attempts without success');
  });

  it('gives the reason of a disabled webhook', () => {
    const off = { ...working, isActive: false, disabledReason: 'Turned off by the organisation' };
    expect(healthOf(off)).toEqual({ type: 'stopped', text: 'Disabled', explanation: 'Turned off by the organisation' });
  });

  it('takes a webhook that failed until the service disabled the webhook for an error', () => {
    const off = { ...working, isActive: false, disabledReason: 'Every attempt has failed', consecutiveFailures: 9 };
    expect(healthOf(off).type).toBe('error');
  });
});
