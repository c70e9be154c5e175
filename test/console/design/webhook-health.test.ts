import { describe, expect, it } from '@jest/globals';
import { healthOf, neverArrived, offAt } from '../../../console/design/webhook-health.ts';

const working = {
  isActive: true,
  disabledReason: null,
  consecutiveFailures: 0,
  lastSuccessAt: '2026-11-23T10:00:00.000Z',
};

describe('The day when the service turns a webhook off', () => {
  const failingSince = '2026-11-23T10:00:00.000Z';

  it('comes five days after the first of its failures in a row', () => {
    expect(offAt({ isActive: true, failingSince })).toBe('2026-11-28T10:00:00.000Z');
  });

  it('is unknown for a webhook that works, and for a webhook that is off', () => {
    expect(offAt({ isActive: true, failingSince: null })).toBeNull();
    expect(offAt({ isActive: false, failingSince })).toBeNull();
  });
});

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

  it('takes no webhook for an error that failed until a user turned the webhook off', () => {
    const reason = 'Turned off by the organisation';
    expect(healthOf({ ...working, isActive: false, disabledReason: reason, consecutiveFailures: 9 })).toEqual({
      type: 'stopped',
      text: 'Disabled',
      explanation: reason,
    });
  });

  it('takes a webhook that failed until the service disabled the webhook for an error', () => {
    const off = { ...working, isActive: false, disabledReason: 'Every attempt has failed', consecutiveFailures: 9 };
    expect(healthOf(off).type).toBe('error');
  });
});

describe('A destination', () => {
  const counts = { delivered: 0, failed: 2, retrying: 3, pending: 1, not_sent: 4, summarised: 5 };

  it('fails when deliveries failed and none arrives', () => {
    expect(neverArrived('council', [{ id: 'council', deliveries: counts }])).toBe(2);
  });

  it('does not fail while its deliveries only wait for another attempt', () => {
    expect(neverArrived('council', [{ id: 'council', deliveries: { ...counts, failed: 0 } }])).toBe(0);
  });

  it('does not fail when a delivery has arrived, or while nobody knows', () => {
    expect(neverArrived('council', [{ id: 'council', deliveries: { ...counts, delivered: 1 } }])).toBe(0);
    expect(neverArrived('council', [{ id: null, deliveries: counts }])).toBe(0);
    expect(neverArrived('council', undefined)).toBe(0);
  });
});
