import { describe, expect, it } from '@jest/globals';
import { inputOf, newWebhook, webhookChanges } from '../../../../console/pages/webhooks/webhook-input.ts';

const before = { ...inputOf(undefined), url: 'https://a.example/hooks', description: 'Accounting' };

describe('The form of a webhook', () => {
  it('sends only the fields that the user changed', () => {
    expect(webhookChanges(before, { ...before, description: 'Payroll' })).toEqual({ description: 'Payroll' });
    expect(webhookChanges(before, { ...before, url: 'https://b.example', payload: 'full' })).toEqual({
      url: 'https://b.example',
      payload: 'full',
    });
  });

  it('sends nothing when the user changed nothing', () => {
    expect(webhookChanges(before, before)).toBeUndefined();
  });

  it('takes the same events in another order for the same', () => {
    const events = before.events.toReversed();
    expect(webhookChanges(before, { ...before, events })).toBeUndefined();
    expect(webhookChanges(before, { ...before, events: ['ping'] })).toEqual({ events: ['ping'] });
  });

  it('leaves the secret of a new webhook to the service', () => {
    expect(newWebhook(before)).toEqual({
      url: 'https://a.example/hooks',
      events: ['alert.fired', 'alert.retracted'],
      description: 'Accounting',
      payload: 'standard',
    });
  });
});
