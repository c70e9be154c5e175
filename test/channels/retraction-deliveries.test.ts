import { describe, expect, it } from '@jest/globals';
import { noticeBody } from '../../lib/channels/http/payload.ts';
import { channels } from '../../lib/channels/index.ts';
import { alertDeliveries, retractionDeliveries } from '../../lib/channels/plan-deliveries.ts';
import type { AudienceRecords } from '../../lib/channels/port/channel.ts';
import { StoredDelivery } from '../../lib/deliveries/schema.ts';
import { firedNotice, retractedNotice } from '../support/notices.ts';
import { aDestination, anEvent, aRule, aWallet, aWebhook, organisation, uuid } from '../support/records.ts';

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
const settings = {
  emails: ['a@example.com', 'b@example.com'],
  sealedSlackUrl: 'sealed url',
  maskedSlackUrl: 'https://chat.example/…last',
};
const sentTo = (to: Pick<AudienceRecords, 'webhooks' | 'destinations'>) =>
  alertDeliveries(channels, organisation, firedNotice(anEvent()), { rule, settings, ...to }, aWallet());
const sent = sentTo({ webhooks, destinations: [] });
const notice = retractedNotice(event);
const planned = (
  to: Partial<Pick<AudienceRecords, 'webhooks' | 'destinations'>> = {},
  alerts: readonly StoredDelivery[] = sent,
) => retractionDeliveries(channels, organisation, notice, { webhooks, destinations: [], ...to }, aWallet(), alerts);
const made = planned();

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
      else expect(body).toContain('Retracted: Treasury received 1 ETH');
    }
  });

  it('have the same ids when they are planned again, and other ids than the deliveries of the alert', () => {
    expect(planned()).toEqual(made);
    const ids = [...made, ...sent].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('are none when the alert had no recipient and no subscription asks for retractions', () => {
    expect(planned({ webhooks: [] }, [])).toEqual([]);
  });

  const nothing = { severities: ['critical'] };
  const namesOf = (deliveries: readonly StoredDelivery[]) => deliveries.map(({ channel }) => channel.destinationId);

  it('go to the destinations that got the alert, whatever these match since, and to no other', () => {
    const [one, two] = [aDestination({ id: uuid(21) }), aDestination({ id: uuid(22), kind: 'telegram' })];
    const alerts = sentTo({ webhooks: [], destinations: [one] });
    const since = [{ ...one, match: nothing }, two];
    expect(namesOf(planned({ webhooks: [], destinations: since }, alerts)).filter(Boolean)).toEqual([uuid(21)]);
    expect(namesOf(planned({ webhooks: [], destinations: [] }, alerts)).filter(Boolean)).toEqual([]);
  });

  it('go to a destination that asks for retractions and no alerts, if it matches', () => {
    const asks = (match: object) => aDestination({ match: { events: ['alert.retracted'], ...match } });
    expect(namesOf(planned({ webhooks: [], destinations: [asks({})] }, []))).toEqual([uuid(9)]);
    expect(namesOf(planned({ webhooks: [], destinations: [asks(nothing)] }, []))).toEqual([]);
  });

  it('leave out a destination that asks for no retractions', () => {
    const quiet = aDestination({ match: { events: ['alert.fired'] } });
    const alerts = sentTo({ webhooks: [], destinations: [quiet] });
    expect(namesOf(alerts)).toContain(uuid(9));
    expect(namesOf(planned({ webhooks: [], destinations: [quiet] }, alerts))).not.toContain(uuid(9));
  });

  it('go to the subscriptions that got the alert or match, and to no other', () => {
    const events = ['alert.fired', 'alert.retracted'] as const;
    const [told, other] = [uuid(31), uuid(32)].map((id) => aWebhook({ id, events: [...events] }));
    if (told === undefined || other === undefined) throw new Error('two subscriptions');
    const alerts = sentTo({ webhooks: [told], destinations: [] });
    const since = [told, other].map((webhook) => ({ ...webhook, match: nothing }));
    const toWebhooks = planned({ webhooks: since }, alerts).flatMap(({ webhookId }) => webhookId ?? []);
    expect(toWebhooks).toEqual([told.id]);
  });
});
