import { describe, expect, it } from '@jest/globals';
import { noticeBody } from '../../lib/channels/http/payload.ts';
import { channels } from '../../lib/channels/index.ts';
import { alertDeliveries, retractionDeliveries } from '../../lib/channels/plan-deliveries.ts';
import { StoredDelivery } from '../../lib/deliveries/schema.ts';
import { firedNotice, retractedNotice } from '../support/notices.ts';
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
const sent = alertDeliveries(channels, organisation, firedNotice(anEvent()), {
  rule,
  webhooks,
  settings: {
    emails: ['a@example.com', 'b@example.com'],
    sealedSlackUrl: 'sealed url',
    maskedSlackUrl: 'https://chat.example/…last',
  },
});
const notice = retractedNotice(event);
const made = retractionDeliveries(channels, organisation, notice, webhooks, sent);

describe('the deliveries of a retraction', () => {
  it('are one for each active subscription for alert.retracted and one for each other recipient of the alert', () => {
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

  it('are valid records of the same event that are due at once and have no attempt', () => {
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

  it('hold the exact text that their attempts send', () => {
    for (const { channel, body } of made) {
      if (channel.kind === 'webhook' || channel.kind === 'custom') expect(body).toBe(noticeBody(notice));
      else expect(body).toContain('Retracted (warning): Large transfer');
    }
  });

  it('have the same ids when they are planned again, and other ids than the deliveries of the alert', () => {
    expect(retractionDeliveries(channels, organisation, notice, webhooks, sent)).toEqual(made);
    const ids = [...made, ...sent].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('are none when the alert had no recipient and no subscription asks for retractions', () => {
    expect(retractionDeliveries(channels, organisation, notice, [], [])).toEqual([]);
  });
});
