import { describe, expect, it } from '@jest/globals';
import { audienceOf } from '../../lib/channels/alert-audience.ts';
import { channels } from '../../lib/channels/index.ts';
import type { AlertAudience } from '../../lib/channels/port/channel.ts';
import { aDestination, aRule, aWebhook, uuid } from '../support/records.ts';

const subject = {
  rule: { id: uuid(3), ruleType: 'any_transfer', severity: 'warning' },
  wallets: [{ id: uuid(2), type: 'hot' }],
};
const audience: AlertAudience = {
  rule: aRule({
    notifyEmail: true,
    notifySlack: true,
    notifyWebhook: true,
    customWebhookUrl: 'https://own.example/',
    sealedCustomSecret: 'sealed secret',
  }),
  webhooks: [aWebhook({ id: uuid(11), description: 'Ledger' }), aWebhook({ id: uuid(12) })],
  destinations: [aDestination({ id: uuid(13), kind: 'slack', name: 'Council' })],
  settings: {
    emails: ['a@example.com', 'b@example.com'],
    sealedSlackUrl: 'sealed url',
    maskedSlackUrl: 'https://chat.example/…last',
  },
};

describe('The audience of an alert', () => {
  it('names subscriptions, the URL of the rule, the built-in channels once each, and destinations', () => {
    expect(audienceOf(channels, audience, subject)).toEqual([
      { kind: 'webhook', id: uuid(11), name: 'Ledger' },
      { kind: 'webhook', id: uuid(12), name: 'https://receiver.example/hook' },
      { kind: 'custom', id: null, name: 'https://own.example/' },
      { kind: 'email', id: null, name: 'E-mail' },
      { kind: 'slack', id: null, name: 'Slack' },
      { kind: 'slack', id: uuid(13), name: 'Council' },
    ]);
  });

  it('is without the channels that the rule turns off, and without those that match something else', () => {
    const rule = { ...audience.rule, notifyEmail: false, notifySlack: false, notifyWebhook: false };
    const match = { severities: ['critical'] };
    const webhooks = [aWebhook({ match })];
    const destinations = [
      aDestination({ match }),
      aDestination({ id: uuid(14), match: { events: ['alert.retracted'] } }),
    ];
    expect(audienceOf(channels, { ...audience, rule, webhooks, destinations }, subject)).toEqual([]);
  });
});
