import { describe, expect, it } from '@jest/globals';
import {
  hasRepeatedName,
  inputOf,
  isWebhookChange,
  newWebhook,
  webhookChanges,
} from '../../../../console/pages/webhooks/webhook-input.ts';

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
    expect(isWebhookChange(webhookChanges(before, before))).toBe(false);
  });

  it('takes the same events in another order for the same', () => {
    const events = before.events.toReversed();
    expect(webhookChanges(before, { ...before, events })).toEqual({});
    expect(webhookChanges(before, { ...before, events: ['ping'] })).toEqual({ events: ['ping'] });
  });

  it('sends the match whole when it changed, without fields that match everything', () => {
    const match = { severities: ['critical'], walletIds: [] };
    expect(webhookChanges(before, { ...before, match })).toEqual({ match: { severities: ['critical'] } });
    expect(webhookChanges({ ...before, match }, { ...before, match: { severities: ['critical'] } })).toEqual({});
    expect(webhookChanges({ ...before, match }, before)).toEqual({ match: {} });
  });

  it('sends all headers when one changed, with masked values as they show, and without empty rows', () => {
    const stored = { ...before, headers: [{ name: 'Authorization', value: '…cret' }] };
    const added = [...stored.headers, { name: ' X-Team ', value: 'treasury' }, { name: '', value: ' ' }];
    expect(webhookChanges(stored, { ...stored, headers: added })).toEqual({
      headers: { Authorization: '…cret', 'X-Team': 'treasury' },
    });
    expect(webhookChanges(stored, { ...stored, headers: [] })).toEqual({ headers: {} });
    expect(webhookChanges(stored, { ...stored, headers: [...stored.headers] })).toEqual({});
  });

  it('knows a name that stands twice, in whatever case', () => {
    const header = (name: string) => ({ name, value: 'x' });
    expect(hasRepeatedName([header('X-Team'), header('x-team ')])).toBe(true);
    expect(hasRepeatedName([header('X-Team'), header(''), header('')])).toBe(false);
  });

  it('leaves the secret of a new webhook to the service', () => {
    expect(newWebhook(before)).toEqual({
      url: 'https://a.example/hooks',
      events: ['alert.fired', 'alert.retracted'],
      description: 'Accounting',
      payload: 'standard',
      match: {},
      headers: {},
    });
  });
});
