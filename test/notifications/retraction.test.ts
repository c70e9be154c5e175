import { describe, expect, it } from '@jest/globals';
import { StoredDelivery } from '../../lib/deliveries/schema.ts';
import { deliveriesOf } from '../../lib/notifications/deliveries.ts';
import { retractionsOf } from '../../lib/notifications/retraction.ts';
import { alertRetractedBody } from '../../lib/webhooks/payload.ts';
import { anEvent, aRule, aWebhook, organisation, uuid } from '../support/records.ts';

const event = { ...anEvent(), retractedAt: '2026-01-31T09:01:00.000Z' };
const webhooks = [
  aWebhook({ id: uuid(11), url: 'https://one.example/', events: ['alert.fired', 'alert.retracted'] }),
  aWebhook({ id: uuid(12), events: ['alert.fired'] }),
  aWebhook({ id: uuid(13), url: 'https://late.example/', events: ['alert.retracted'] }),
  aWebhook({ id: uuid(14), events: ['alert.retracted'], isActive: false }),
];
const rule = aRule({
  notifyEmail: true,
  notifySlack: true,
  notifyWebhook: true,
  customWebhookUrl: 'https://own.example/',
  sealedCustomSecret: 'sealed secret',
});
const told = deliveriesOf(organisation, anEvent(), {
  rule,
  webhooks,
  settings: {
    emails: ['a@example.com', 'b@example.com'],
    sealedSlackUrl: 'sealed url',
    maskedSlackUrl: 'https://chat.example/…last',
  },
});
const made = retractionsOf(organisation, event, webhooks, told);

describe('the deliveries of a retraction', () => {
  it('are one per active subscription to alert.retracted, and one per other channel that was told', () => {
    expect(made.map(({ channel, url, webhookId }) => ({ channel, url, webhookId }))).toEqual([
      { channel: { kind: 'webhook', webhookId: uuid(11) }, url: 'https://one.example/', webhookId: uuid(11) },
      { channel: { kind: 'webhook', webhookId: uuid(13) }, url: 'https://late.example/', webhookId: uuid(13) },
      {
        channel: { kind: 'custom', ruleId: uuid(3) },
        url: 'https://own.example/',
        webhookId: null,
      },
      { channel: { kind: 'email', to: 'a@example.com' }, url: 'mailto:a@example.com', webhookId: null },
      { channel: { kind: 'email', to: 'b@example.com' }, url: 'mailto:b@example.com', webhookId: null },
      { channel: { kind: 'slack' }, url: 'https://chat.example/…last', webhookId: null },
    ]);
  });

  it('are valid records of the same event, due at once and never tried', () => {
    for (const delivery of made) {
      expect(StoredDelivery.parse(delivery)).toEqual(delivery);
      expect(delivery).toMatchObject({
        organisationId: organisation,
        eventId: event.id,
        ruleId: event.ruleId,
        eventKind: 'alert.retracted',
        status: 'pending',
        createdAt: event.retractedAt,
        nextAttemptAt: event.retractedAt,
      });
    }
  });

  it('hold the exact text that is sent', () => {
    for (const { channel, body } of made) {
      if (channel.kind === 'webhook' || channel.kind === 'custom') expect(body).toBe(alertRetractedBody(event));
      else expect(body).toContain('Retracted (warning): Large transfer');
    }
  });

  it('are the same when they are made again, and others than those of the alert', () => {
    expect(retractionsOf(organisation, event, webhooks, told)).toEqual(made);
    const ids = [...made, ...told].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('are none where nobody was told and nobody subscribes', () => {
    expect(retractionsOf(organisation, event, [], [])).toEqual([]);
  });
});
