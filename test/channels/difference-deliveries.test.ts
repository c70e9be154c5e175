import { describe, expect, it } from '@jest/globals';
import { renderEmail } from '../../lib/channels/email/render-email.ts';
import { noticeBody } from '../../lib/channels/http/payload.ts';
import { channels } from '../../lib/channels/index.ts';
import { differenceText } from '../../lib/channels/notice-text/difference-text.ts';
import { reportDeliveries } from '../../lib/channels/plan-deliveries.ts';
import type { StoredDestination } from '../../lib/channels/port/destination.ts';
import { StoredSettings } from '../../lib/channels/settings/schema.ts';
import { StoredDelivery } from '../../lib/deliveries/schema.ts';
import { differenceNotice, places } from '../support/notices.ts';
import { aDestination, aWallet, aWebhook, organisation, uuid } from '../support/records.ts';

const webhooks = [
  aWebhook({ id: uuid(11), url: 'https://one.example/', events: ['alert.fired', 'coverage.difference'] }),
  aWebhook({ id: uuid(12), events: ['alert.fired', 'alert.retracted'] }),
  aWebhook({ id: uuid(13), events: ['coverage.difference'], isActive: false }),
];
const settings = {
  emails: ['a@example.com', 'b@example.com'],
  sealedSlackUrl: 'sealed url',
  maskedSlackUrl: 'https://chat.example/…last',
};

const planned = (notice = differenceNotice(), destinations: readonly StoredDestination[] = []) =>
  reportDeliveries(channels, organisation, notice, { webhooks, destinations, settings }, [aWallet()]);

describe('the deliveries of a difference', () => {
  it('are one for each active subscription to coverage.difference, and one for each e-mail address', () => {
    expect(planned().map(({ channel, url, webhookId }) => ({ channel, url, webhookId }))).toEqual([
      { channel: { kind: 'webhook', webhookId: uuid(11) }, url: 'https://one.example/', webhookId: uuid(11) },
      { channel: { kind: 'email', to: 'a@example.com' }, url: 'mailto:a@example.com', webhookId: null },
      { channel: { kind: 'email', to: 'b@example.com' }, url: 'mailto:b@example.com', webhookId: null },
    ]);
  });

  it('are valid records without an alert, which are due at once', () => {
    for (const delivery of planned()) {
      expect(StoredDelivery.parse(delivery)).toEqual(delivery);
      expect(delivery).toMatchObject({
        organisationId: organisation,
        eventId: null,
        ruleId: null,
        eventKind: 'coverage.difference',
        status: 'pending',
        attemptsMade: 0,
        createdAt: differenceNotice().occurredAt,
        nextAttemptAt: differenceNotice().occurredAt,
      });
    }
  });

  it('hold the exact text that their attempts send', () => {
    const mail = JSON.stringify(renderEmail(differenceText(differenceNotice(), places)));
    expect(planned().map(({ body }) => body)).toEqual([noticeBody(differenceNotice()), mail, mail]);
  });

  it('have the same ids when they are planned again, and other ids for another difference', () => {
    const ids = planned().map(({ id }) => id);
    expect(planned().map(({ id }) => id)).toEqual(ids);
    const others = planned(differenceNotice({ id: uuid(8) })).map(({ id }) => id);
    expect(new Set([...ids, ...others]).size).toBe(6);
  });

  it('are none when nobody asks for differences', () => {
    const nobody = { webhooks: [], destinations: [], settings: StoredSettings.parse({}) };
    expect(reportDeliveries(channels, organisation, differenceNotice(), nobody, [aWallet()])).toEqual([]);
  });

  it('go to the destinations that ask for differences and match the wallet', () => {
    const asking = (id: number, match: object) =>
      aDestination({ id: uuid(id), kind: 'telegram', match: { events: ['coverage.difference'], ...match } });
    const destinations = [
      asking(21, { walletIds: [aWallet().id] }),
      asking(22, { walletIds: [uuid(77)] }),
      asking(23, { severities: ['critical'] }),
      aDestination({ id: uuid(24) }),
    ];
    const told = planned(differenceNotice(), destinations).flatMap(({ channel }) => channel.destinationId ?? []);
    expect(told).toEqual([uuid(21)]);
  });
});
