import { afterEach, describe, expect, it } from '@jest/globals';
import { receives } from '../../../lib/channels/webhook/webhook-channel.ts';
import { undeliverable } from '../../../lib/deliveries/result.ts';
import { closeAll } from '../../platform/outbound/receiver.ts';
import { aDelivery, aWebhook, uuid } from '../../support/records.ts';
import { now, SECRET_PATH, SUBSCRIPTION_SECRET, sealed, senderTo, signature, usedUrl } from '../sending.ts';

afterEach(closeAll);

describe('an attempt for a subscription', () => {
  it('posts the exact body with the headers of the contract', async () => {
    const { post, url, received } = await senderTo();
    const body = '{"event":"alert.fired","rule":{"name":"Zoë 🐋"}}';
    expect(await post({ body })).toMatchObject({
      kind: 'delivered',
      exchange: { response: { statusCode: 200, excerpt: 'thanks' }, url },
    });
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({ method: 'POST', url: `${SECRET_PATH}?a=1`, body: Buffer.from(body) });
    expect(received[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Chainwatch/1.2.3',
      'x-service-event': 'alert.fired',
      'x-service-delivery': aDelivery().id,
      'x-service-alert-id': aDelivery().eventId,
      'x-service-attempt': '3',
      'x-service-signature': signature(SUBSCRIPTION_SECRET, body),
      'webhook-id': aDelivery().id,
      'webhook-timestamp': String(now.getTime() / 1000),
    });
    expect(received[0]?.headers).not.toHaveProperty('x-service-signature-previous');
  });

  it('sends the headers of the subscription beside its own', async () => {
    const chosen = { Authorization: 'Bearer 12345678', 'X-Team': 'a\tb c' };
    const webhook = { sealedHeaders: sealed(JSON.stringify(chosen), uuid(5)) };
    const { post, received } = await senderTo({}, { webhook });
    const result = await post();
    expect(result).toMatchObject({ kind: 'delivered' });
    expect(received[0]?.headers).toMatchObject({
      authorization: 'Bearer 12345678',
      'x-team': 'a\tb c',
      'content-type': 'application/json',
      'x-service-signature': signature(SUBSCRIPTION_SECRET, aDelivery().body),
    });
    expect(JSON.stringify(result)).not.toContain('Bearer');
    expect(result).toMatchObject({
      exchange: { headers: { Authorization: '…5678', 'X-Team': '…', 'X-Service-Attempt': '3' } },
    });
  });

  it('names the alert event of a retraction too, and of no delivery that is about no alert', async () => {
    const { post, received } = await senderTo();
    await post({ eventKind: 'alert.retracted' });
    await post({ eventKind: 'coverage.difference', eventId: null });
    await post({ eventKind: 'ping', eventId: null });
    expect(received.map(({ headers }) => [headers['x-service-event'], headers['x-service-alert-id']])).toEqual([
      ['alert.retracted', aDelivery().eventId],
      ['coverage.difference', undefined],
      ['ping', undefined],
    ]);
  });

  it('signs with the secret before a rotation too, until the end of this secret', async () => {
    const rotation = (until: string) => ({
      webhook: { previousSecrets: [{ sealed: sealed('former', uuid(5)), until }] },
    });
    const { body } = aDelivery();
    const during = await senderTo({}, rotation('2026-01-31T09:00:10.001Z'));
    await during.post();
    expect(during.received[0]?.headers).toMatchObject({
      'x-service-signature': signature(SUBSCRIPTION_SECRET, body),
      'x-service-signature-previous': signature('former', body),
      'webhook-signature': expect.stringMatching(/^v1,\S+ v1,\S+$/),
    });
    const over = await senderTo({}, rotation('2026-01-31T09:00:10.000Z'));
    await over.post();
    expect(over.received[0]?.headers).not.toHaveProperty('x-service-signature-previous');
    expect(over.received[0]?.headers['webhook-signature']).toMatch(/^v1,\S+$/);
  });

  it('posts to the present URL of the subscription, not to the URL of the delivery', async () => {
    const { post, url, received } = await senderTo();
    expect(usedUrl(await post({ url: 'https://former.example/' }))).toBe(url);
    expect(received).toHaveLength(1);
  });

  it.each([301, 400, 404, 429, 500, 503])(
    'fails with a possible retry when the receiver answers %i',
    async (status) => {
      const { post } = await senderTo({ status, headers: { 'Retry-After': '77', Location: '/elsewhere' } });
      expect(await post()).toMatchObject({
        kind: 'failed',
        error: `The receiver answered ${status}.`,
        exchange: { response: { statusCode: status, retryAfter: '77' } },
      });
    },
  );

  it('ends the delivery when the receiver answers 410', async () => {
    const { post } = await senderTo({ status: 410 });
    expect(await post()).toMatchObject({
      kind: 'undeliverable',
      error: 'The receiver answered 410.',
      exchange: { response: { statusCode: 410 } },
    });
  });

  it('ends the delivery unsent when the subscription was deleted', async () => {
    const { post, received } = await senderTo({}, { webhook: null });
    expect(await post()).toEqual(undeliverable('The subscription was deleted.'));
    expect(received).toEqual([]);
  });

  it('ends the delivery unsent, with the reason, when the subscription is off', async () => {
    const webhook = { isActive: false, disabledReason: 'The receiver answered 410 Gone' };
    const { post, received } = await senderTo({}, { webhook });
    expect(await post()).toEqual(undeliverable('The subscription is disabled: The receiver answered 410 Gone.'));
    expect(received).toEqual([]);
  });

  it('fails with the reason when the URL may not be dialled', async () => {
    const { post } = await senderTo({}, { webhook: { url: 'http://10.0.0.1/' } });
    const error = expect.stringMatching(/^url_refused: /);
    expect(await post()).toMatchObject({ kind: 'failed', error, exchange: { response: null } });
  });

  it('never signs with a secret that was sealed for another record', async () => {
    const { post, received } = await senderTo({}, { webhook: { sealedSecret: sealed('stolen', uuid(99)) } });
    await expect(post()).rejects.toThrow();
    expect(received).toEqual([]);
  });
});

describe('a subscription', () => {
  it.each([
    ['receives an event while it is on', {}, true],
    ['receives no event after its owner turned it off', { isActive: false, disabledBy: 'organisation' }, false],
    ['receives an event after the service disabled it', { isActive: false, disabledBy: 'service' }, true],
    ['receives no event of a kind that it does not ask for', { events: ['ping' as const] }, false],
  ] as const)('%s', (_title, { ...more }, expected) => {
    const events = 'events' in more ? [...more.events] : ['alert.fired' as const];
    expect(receives(aWebhook({ ...more, events }), 'alert.fired')).toBe(expected);
  });
});
