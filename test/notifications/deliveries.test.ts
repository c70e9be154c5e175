import { describe, expect, it } from '@jest/globals';
import { StoredDelivery } from '../../lib/deliveries/schema.ts';
import { type Audience, deliveriesOf } from '../../lib/notifications/deliveries.ts';
import { StoredSettings } from '../../lib/settings/schema.ts';
import { OrganisationId } from '../../lib/values/ids.ts';
import { alertFiredBody } from '../../lib/webhooks/payload.ts';
import { anEvent, aRule, aTransaction, aWebhook, organisation, uuid } from '../support/records.ts';

const nobody: Audience = { rule: aRule(), webhooks: [], settings: StoredSettings.parse({}) };
const everybody: Audience = {
  rule: aRule({
    notifyEmail: true,
    notifySlack: true,
    notifyWebhook: true,
    customWebhookUrl: 'https://own.example/',
    sealedCustomSecret: 'sealed secret',
  }),
  webhooks: [aWebhook({ id: uuid(11), url: 'https://one.example/' }), aWebhook({ id: uuid(12) })],
  settings: {
    emails: ['a@example.com', 'b@example.com'],
    sealedSlackUrl: 'sealed url',
    maskedSlackUrl: 'https://chat.example/…last',
  },
};

const made = (audience: Partial<Audience> = {}, event = anEvent()) =>
  deliveriesOf(organisation, event, { ...everybody, ...audience });
const kinds = (deliveries: readonly StoredDelivery[]) => deliveries.map(({ channel }) => channel.kind);

describe('the deliveries of an alert', () => {
  it('are one per subscription, custom URL, address and Slack', () => {
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

  it('are valid records, due at once and never tried', () => {
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
        createdAt: anEvent().firedAt,
        nextAttemptAt: anEvent().firedAt,
        leaseUntil: null,
        deliveredAt: null,
      });
    }
  });

  it('hold the exact text that is sent', () => {
    const bodies = made().map(({ channel, body }) => [channel.kind, body] as const);
    for (const [kind, body] of bodies) {
      if (kind === 'webhook' || kind === 'custom') expect(body).toBe(alertFiredBody(anEvent()));
      else
        expect(Object.keys(JSON.parse(body))).toEqual(
          kind === 'email' ? ['subject', 'text', 'html'] : ['text', 'mrkdwn', 'unfurl_links', 'unfurl_media', 'blocks'],
        );
    }
  });

  it('are the same when they are made again, and others for another event', () => {
    expect(made()).toEqual(made());
    const ids = [...made(), ...made({}, anEvent({ id: uuid(40) }))].map(({ id }) => id);
    expect(new Set(ids).size).toBe(12);
  });

  it('keep their ids when another channel is added before them', () => {
    const alone = made({ webhooks: everybody.webhooks.slice(1) }).map(({ id }) => id);
    expect(made().map(({ id }) => id)).toEqual(expect.arrayContaining(alone));
  });

  it('are none when nobody is to be told', () => {
    expect(deliveriesOf(organisation, anEvent(), nobody)).toEqual([]);
  });

  it('go to active subscriptions to alert.fired alone, whatever the notifyWebhook of the rule', () => {
    const webhooks = [
      aWebhook({ id: uuid(11), isActive: false }),
      aWebhook({ id: uuid(12), events: ['ping', 'alert.retracted'] }),
      aWebhook({ id: uuid(13), events: ['ping', 'alert.fired'] }),
    ];
    const deliveries = deliveriesOf(organisation, anEvent(), { ...nobody, webhooks });
    expect(deliveries.map(({ webhookId }) => webhookId)).toEqual([uuid(13)]);
  });

  it.each([
    ['notifyWebhook', ['webhook', 'webhook', 'email', 'email', 'slack']],
    ['notifyEmail', ['webhook', 'webhook', 'custom', 'slack']],
    ['notifySlack', ['webhook', 'webhook', 'custom', 'email', 'email']],
  ])('leave out what %s turns off', (flag, rest) => {
    expect(kinds(made({ rule: { ...everybody.rule, [flag]: false } }))).toEqual(rest);
  });

  it('leave out the custom URL and Slack where none is set', () => {
    const rule = { ...everybody.rule, customWebhookUrl: null, sealedCustomSecret: null };
    expect(kinds(made({ rule, settings: StoredSettings.parse({}) }))).toEqual(['webhook', 'webhook']);
  });

  it('link the transaction where its chain has an explorer', () => {
    const bodies = (chain: string) =>
      made({}, anEvent({ transaction: aTransaction({ chain, hash: '0xhash' }) }))
        .filter(({ channel }) => channel.kind === 'email' || channel.kind === 'slack')
        .map(({ body }) => body);
    for (const body of bodies('ethereum')) expect(body).toContain('https://etherscan.io/tx/0xhash');
    for (const body of [...bodies('anvil'), ...bodies('a chain that is no more')])
      expect(body).not.toContain('https://');
  });

  it('belong to their organisation', () => {
    const other = OrganisationId.parse(uuid(50));
    for (const { organisationId } of deliveriesOf(other, anEvent(), everybody)) expect(organisationId).toBe(other);
  });
});
