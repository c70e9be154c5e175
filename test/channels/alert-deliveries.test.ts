import { describe, expect, it } from '@jest/globals';
import type { AlertEvent } from '../../lib/alerts/events/schema.ts';
import { noticeBody } from '../../lib/channels/http/payload.ts';
import { channels } from '../../lib/channels/index.ts';
import { alertDeliveries } from '../../lib/channels/plan-deliveries.ts';
import type { AlertAudience } from '../../lib/channels/port/channel.ts';
import { StoredSettings } from '../../lib/channels/settings/schema.ts';
import { StoredDelivery } from '../../lib/deliveries/schema.ts';
import { OrganisationId } from '../../lib/values/ids.ts';
import { firedNotice } from '../support/notices.ts';
import {
  aDestination,
  anEvent,
  aRule,
  aTransaction,
  aWallet,
  aWebhook,
  organisation,
  uuid,
} from '../support/records.ts';

const nobody: AlertAudience = {
  rule: aRule(),
  webhooks: [],
  destinations: [],
  settings: StoredSettings.parse({}),
};
const everybody: AlertAudience = {
  rule: aRule({
    notifyEmail: true,
    notifySlack: true,
    notifyWebhook: true,
    customWebhookUrl: 'https://own.example/',
    sealedCustomSecret: 'sealed secret',
  }),
  webhooks: [aWebhook({ id: uuid(11), url: 'https://one.example/' }), aWebhook({ id: uuid(12) })],
  destinations: [],
  settings: {
    emails: ['a@example.com', 'b@example.com'],
    sealedSlackUrl: 'sealed url',
    maskedSlackUrl: 'https://chat.example/…last',
  },
};

const planned = (event: AlertEvent, audience: AlertAudience, owner = organisation) =>
  alertDeliveries(channels, owner, firedNotice(event), audience, aWallet());
const made = (audience: Partial<AlertAudience> = {}, event = anEvent()) =>
  planned(event, { ...everybody, ...audience });
const kinds = (deliveries: readonly StoredDelivery[]) => deliveries.map(({ channel }) => channel.kind);

describe('the deliveries of an alert', () => {
  it('are one for each subscription, one for the custom URL, one for each address and one for Slack', () => {
    const deliveries = made();
    expect(deliveries.map(({ channel, url, webhookId }) => ({ channel, url, webhookId }))).toEqual([
      { channel: { kind: 'webhook', webhookId: uuid(11) }, url: 'https://one.example/', webhookId: uuid(11) },
      { channel: { kind: 'webhook', webhookId: uuid(12) }, url: aWebhook().url, webhookId: uuid(12) },
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

  it('are valid records that are due at once and have no attempt', () => {
    for (const delivery of made()) {
      expect(StoredDelivery.parse(delivery)).toEqual(delivery);
      expect(delivery).toMatchObject({
        organisationId: organisation,
        eventId: uuid(4),
        ruleId: uuid(3),
        eventKind: 'alert.fired',
        status: 'pending',
        generation: 1,
        attemptsMade: 0,
        generationStart: 0,
        alertSummary: anEvent().summary,
        createdAt: anEvent().firedAt,
        nextAttemptAt: anEvent().firedAt,
        leaseUntil: null,
        deliveredAt: null,
      });
    }
  });

  it('hold the exact text that their attempts send', () => {
    const bodies = made().map(({ channel, body }) => [channel.kind, body] as const);
    for (const [kind, body] of bodies) {
      if (kind === 'webhook' || kind === 'custom') expect(body).toBe(noticeBody(firedNotice(anEvent())));
      else
        expect(Object.keys(JSON.parse(body))).toEqual(
          kind === 'email'
            ? ['subject', 'text', 'html', 'thread']
            : ['text', 'mrkdwn', 'unfurl_links', 'unfurl_media', 'blocks'],
        );
    }
  });

  it('have the same ids when they are planned again, and other ids for another event', () => {
    expect(made()).toEqual(made());
    const ids = [...made(), ...made({}, anEvent({ id: uuid(40) }))].map(({ id }) => id);
    expect(new Set(ids).size).toBe(12);
  });

  it('keep their ids when another recipient comes before them', () => {
    const alone = made({ webhooks: everybody.webhooks.slice(1) }).map(({ id }) => id);
    expect(made().map(({ id }) => id)).toEqual(expect.arrayContaining(alone));
  });

  it('are none when the rule and the organisation name no recipient', () => {
    expect(planned(anEvent(), nobody)).toEqual([]);
  });

  it('go to active subscriptions for alert.fired only, although notifyWebhook of the rule is off', () => {
    const webhooks = [
      aWebhook({ id: uuid(11), isActive: false }),
      aWebhook({ id: uuid(12), events: ['ping', 'alert.retracted'] }),
      aWebhook({ id: uuid(13), events: ['ping', 'alert.fired'] }),
    ];
    const deliveries = planned(anEvent(), { ...nobody, webhooks });
    expect(deliveries.map(({ webhookId }) => webhookId)).toEqual([uuid(13)]);
  });

  it.each([
    ['notifyWebhook', ['webhook', 'webhook', 'email', 'email', 'slack']],
    ['notifyEmail', ['webhook', 'webhook', 'custom', 'slack']],
    ['notifySlack', ['webhook', 'webhook', 'custom', 'email', 'email']],
  ])('leave out the channel that %s turns off', (flag, rest) => {
    expect(kinds(made({ rule: { ...everybody.rule, [flag]: false } }))).toEqual(rest);
  });

  it('leave out the custom URL and Slack when they have no URL', () => {
    const rule = { ...everybody.rule, customWebhookUrl: null, sealedCustomSecret: null };
    expect(kinds(made({ rule, settings: StoredSettings.parse({}) }))).toEqual(['webhook', 'webhook']);
  });

  it('link the transaction when its chain has an explorer', () => {
    const bodies = (chain: string) =>
      made({}, anEvent({ transaction: aTransaction({ chain, hash: '0xhash' }) }))
        .filter(({ channel }) => channel.kind === 'email' || channel.kind === 'slack')
        .map(({ body }) => body);
    for (const body of bodies('ethereum')) expect(body).toContain('https://etherscan.io/tx/0xhash');
    for (const body of [...bodies('anvil'), ...bodies('a chain that is no more')])
      expect(body).not.toMatch(/View at|0xhash.{0,3}\|/);
  });

  it('go to the destinations that match and are on, of any kind, whatever the toggles of the rule say', () => {
    const destinations = [
      aDestination({ id: uuid(21), kind: 'slack', url: 'https://chat.example/…else' }),
      aDestination({ id: uuid(22), kind: 'email', url: 'mailto:c@example.com', match: { walletIds: [aWallet().id] } }),
      aDestination({ id: uuid(23), kind: 'pagerduty', match: { severities: ['critical'] } }),
      aDestination({ id: uuid(24), kind: 'telegram', isActive: false, disabledBy: 'organisation' }),
      aDestination({ id: uuid(25), kind: 'telegram', isActive: false, disabledBy: 'service' }),
      aDestination({ id: uuid(26), kind: 'teams', match: { events: ['coverage.difference'] } }),
    ];
    const rule = { ...everybody.rule, notifySlack: false, notifyEmail: false, notifyWebhook: false };
    const deliveries = planned(anEvent(), { ...nobody, rule, destinations });
    expect(deliveries.map(({ channel, url }) => ({ ...channel, url }))).toEqual([
      { kind: 'email', destinationId: uuid(22), url: 'mailto:c@example.com' },
      { kind: 'slack', destinationId: uuid(21), url: 'https://chat.example/…else' },
      { kind: 'telegram', destinationId: uuid(25), url: aDestination().url },
    ]);
    expect(new Set(deliveries.map(({ id }) => id)).size).toBe(3);
  });

  it('go to the subscriptions that match the alert', () => {
    const matching = (id: number, match: object) => aWebhook({ id: uuid(id), match });
    const webhooks = [
      matching(11, { ruleTypes: [anEvent().ruleType], walletTypes: [aWallet().type] }),
      matching(12, { ruleIds: [uuid(99)] }),
      matching(13, { walletTags: ['treasury'] }),
    ];
    expect(planned(anEvent(), { ...nobody, webhooks }).map(({ webhookId }) => webhookId)).toEqual([uuid(11)]);
  });

  it('belong to their organisation', () => {
    const other = OrganisationId.parse(uuid(50));
    for (const { organisationId } of planned(anEvent(), everybody, other)) expect(organisationId).toBe(other);
  });
});
