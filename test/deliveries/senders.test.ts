import { createHmac } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { StoredRule } from '../../lib/alerts/rules/schema.ts';
import { failed } from '../../lib/deliveries/http-sender.ts';
import type { StoredDelivery } from '../../lib/deliveries/schema.ts';
import { sender } from '../../lib/deliveries/senders.ts';
import { sealer } from '../../lib/platform/sealer.ts';
import { StoredSettings } from '../../lib/settings/schema.ts';
import type { StoredWebhook } from '../../lib/webhooks/schema.ts';
import { closeAll, listen, receiving } from '../platform/outbound/receiver.ts';
import { aDelivery, aRule, aWebhook, organisation, uuid } from '../support/records.ts';

afterEach(closeAll);

const now = new Date('2026-01-31T09:00:10.000Z');
const seal = sealer(Buffer.alloc(32, 3));
const sealed = (secret: string, recordId: string) => seal.seal(secret, { organisationId: organisation, recordId });
const hex = (secret: string, body: string) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

/** What a test changes after the delivery was made; the URLs are the receiver's unless it says otherwise. */
interface Present {
  rule?: Partial<StoredRule> | null;
  settings?: Partial<StoredSettings>;
}

/** A receiver that answers with `status`, and the sender that posts to it: to a subscription, a rule's URL and Slack. */
async function setUp(
  status = 200,
  subscription: Partial<StoredWebhook> | null = {},
  headers: Record<string, string> = {},
  present: Present = {},
) {
  const answer = (response: ServerResponse) => response.writeHead(status, headers).end('thanks');
  const { listener, received } = receiving(answer);
  const url = `http://127.0.0.1:${await listen(createServer(listener))}/hook?a=1`;
  const webhook = subscription && aWebhook({ url, sealedSecret: sealed('current', uuid(5)), ...subscription });
  const rule = present.rule !== null && {
    ...aRule({ customWebhookUrl: url, sealedCustomSecret: sealed('of the rule', uuid(3)) }),
    ...present.rule,
  };
  const settings = StoredSettings.parse({
    emails: ['a@b.example'],
    sealedSlackUrl: sealed(url, 'settings'),
    ...present.settings,
  });
  const mails: unknown[] = [];
  const send = sender({
    now: () => now,
    version: '1.2.3',
    policy: 'loopback',
    sealer: seal,
    webhooks: {
      find: async (organisationId, id) => (organisationId === organisation && id === webhook?.id ? webhook : null),
    },
    rules: {
      find: async (organisationId, id) => (rule && organisationId === organisation && id === rule.id ? rule : null),
    },
    settings: {
      get: async (organisationId) => (organisationId === organisation ? settings : StoredSettings.parse({})),
    },
    sendMail: async (...given) => {
      mails.push(given);
      return { ...failed(''), ok: true, error: null };
    },
  });
  const post = (delivery: Partial<StoredDelivery> = {}, n = 3) => send(aDelivery(delivery), n);
  return { post, url, received, mails };
}

describe('a delivery to a subscription', () => {
  it('is a POST of the exact body with the headers of the contract', async () => {
    const { post, url, received } = await setUp();
    const body = '{"event":"alert.fired","rule":{"name":"Zoë 🐋"}}';
    expect(await post({ body })).toMatchObject({
      ok: true,
      statusCode: 200,
      error: null,
      responseExcerpt: 'thanks',
      url,
    });
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({ method: 'POST', url: '/hook?a=1', body: Buffer.from(body) });
    expect(received[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Chainwatch/1.2.3',
      'x-service-event': 'alert.fired',
      'x-service-delivery': aDelivery().id,
      'x-service-attempt': '3',
      'x-service-signature': hex('current', body),
      'webhook-id': aDelivery().id,
      'webhook-timestamp': String(now.getTime() / 1000),
    });
    expect(received[0]?.headers).not.toHaveProperty('x-service-signature-previous');
  });

  it('is also signed with the secret before a rotation, until its time is over', async () => {
    const rotation = (until: string) => ({ previousSecrets: [{ sealed: sealed('former', uuid(5)), until }] });
    const { body } = aDelivery();
    const during = await setUp(200, rotation('2026-01-31T09:00:10.001Z'));
    await during.post();
    expect(during.received[0]?.headers).toMatchObject({
      'x-service-signature': hex('current', body),
      'x-service-signature-previous': hex('former', body),
      'webhook-signature': expect.stringMatching(/^v1,\S+ v1,\S+$/),
    });
    const over = await setUp(200, rotation('2026-01-31T09:00:10.000Z'));
    await over.post();
    expect(over.received[0]?.headers).not.toHaveProperty('x-service-signature-previous');
    expect(over.received[0]?.headers['webhook-signature']).toMatch(/^v1,\S+$/);
  });

  it('goes to the URL that the subscription now has, not the one it was made for', async () => {
    const { post, url, received } = await setUp();
    expect((await post({ url: 'https://former.example/' })).url).toBe(url);
    expect(received).toHaveLength(1);
  });

  it.each([301, 400, 404, 429, 500, 503])('that is answered %i failed, and may be tried again', async (status) => {
    const { post } = await setUp(status, {}, { 'Retry-After': '77', Location: '/elsewhere' });
    const result = await post();
    expect(result).toMatchObject({
      ok: false,
      statusCode: status,
      error: `The receiver answered ${status}.`,
      retryAfter: '77',
    });
    expect(result.final).toBeUndefined();
  });

  it('that is answered 410 ends', async () => {
    const { post } = await setUp(410);
    expect(await post()).toMatchObject({ ok: false, final: true, statusCode: 410 });
  });

  it('ends unsent when the subscription was deleted', async () => {
    const { post, received } = await setUp(200, null);
    expect(await post()).toMatchObject({
      ok: false,
      final: true,
      unsent: true,
      statusCode: null,
      error: 'The subscription was deleted.',
    });
    expect(received).toEqual([]);
  });

  it('ends unsent when the subscription is off, and says why', async () => {
    const { post, received } = await setUp(200, { isActive: false, disabledReason: 'The receiver answered 410 Gone' });
    expect(await post()).toMatchObject({
      final: true,
      unsent: true,
      error: 'The subscription is disabled: The receiver answered 410 Gone.',
    });
    expect(received).toEqual([]);
  });

  it('that cannot be dialled failed with the reason', async () => {
    const { post } = await setUp(200, { url: 'http://10.0.0.1/' });
    expect(await post()).toMatchObject({ ok: false, statusCode: null, error: expect.stringMatching(/^url_refused: /) });
  });

  it('is never signed with a secret of another record', async () => {
    const { post, received } = await setUp(200, { sealedSecret: sealed('stolen', uuid(99)) });
    await expect(post()).rejects.toThrow();
    expect(received).toEqual([]);
  });
});

/** A sender whose rule and settings are these by now. */
const setUpLater = (present: Present, status = 200) => setUp(status, null, {}, present);
const unsent = (error: string) => ({ ok: false, final: true, unsent: true, statusCode: null, error });

describe("a delivery to a rule's own URL", () => {
  const channel = { kind: 'custom', ruleId: uuid(3) } as const;
  const former = 'https://former.example/';

  it("is signed with the rule's secret and needs no subscription", async () => {
    const { post, url, received } = await setUp(200, null);
    expect(await post({ channel, url, webhookId: null })).toMatchObject({ ok: true, url });
    expect(received[0]?.headers['x-service-signature']).toBe(hex('of the rule', aDelivery().body));
  });

  it('goes to the URL that the rule now has, signed with the secret of that one, and tells so', async () => {
    const { post, url, received } = await setUpLater({ rule: { sealedCustomSecret: sealed('new', uuid(3)) } });
    const body = '{"as":"it was made"}';
    expect((await post({ channel, url: former, body })).url).toBe(url);
    expect(received).toMatchObject([{ body: Buffer.from(body) }]);
    expect(received[0]?.headers['x-service-signature']).toBe(hex('new', body));
  });

  it.each<[string, Present['rule'], string]>([
    ['the rule was deleted', null, 'The rule was deleted.'],
    [
      'the rule has none any more',
      { customWebhookUrl: null, sealedCustomSecret: null },
      "The rule's custom URL was removed.",
    ],
  ])('ends unsent when %s', async (_what, rule, error) => {
    const { post, url, received } = await setUpLater({ rule });
    const result = await post({ channel, url });
    expect(result).toMatchObject(unsent(error));
    expect(result.url).toBeUndefined();
    expect(received).toEqual([]);
  });

  it('still goes when the rule was turned off, or tells nobody of alerts to come', async () => {
    const { post, url } = await setUpLater({ rule: { isActive: false, notifyWebhook: false } });
    expect(await post({ channel, url })).toMatchObject({ ok: true });
  });

  it('ends when it is answered 410', async () => {
    const { post, url } = await setUp(410);
    expect(await post({ channel, url })).toMatchObject({ ok: false, final: true, url });
  });

  it('is never signed with a secret of another record', async () => {
    const { post, url, received } = await setUpLater({ rule: { sealedCustomSecret: sealed('stolen', uuid(99)) } });
    await expect(post({ channel, url })).rejects.toThrow();
    expect(received).toEqual([]);
  });
});

describe('a delivery to Slack', () => {
  const channel = { kind: 'slack' } as const;
  const former = 'https://hooks.slack.com/…last';

  it('goes to the URL in the settings, unsigned, and its record shows that masked', async () => {
    const { post, url, received } = await setUp();
    const result = await post({ channel, url: former, body: '{"text":"hello"}' });
    expect(result).toMatchObject({ ok: true, url: `${new URL(url).origin}/…?a=1` });
    expect(received[0]?.body.toString()).toBe('{"text":"hello"}');
    expect(received[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Chainwatch/1.2.3',
    });
    expect(received[0]?.headers).not.toHaveProperty('x-service-signature');
  });

  it('ends unsent when the settings have none any more', async () => {
    const { post, received } = await setUpLater({ settings: { sealedSlackUrl: null } });
    const result = await post({ channel, url: former });
    expect(result).toMatchObject(unsent('The Slack URL was removed from the settings.'));
    expect(result.url).toBeUndefined();
    expect(received).toEqual([]);
  });

  it('never goes to a URL sealed for another record', async () => {
    const { post, url, received } = await setUp();
    const other = await setUpLater({ settings: { sealedSlackUrl: sealed(url, uuid(99)) } });
    await expect(other.post({ channel, url: former })).rejects.toThrow();
    await expect(post({ channel, url: former })).resolves.toMatchObject({ ok: true });
    expect(received).toHaveLength(1);
  });
});

describe('a delivery by e-mail', () => {
  const channel = { kind: 'email', to: 'a@b.example' } as const;

  it('hands address and delivery to the mailer', async () => {
    const { post, mails, received } = await setUp();
    expect(await post({ channel, body: '{"subject":"s"}' })).toMatchObject({ ok: true });
    expect(mails).toEqual([['a@b.example', aDelivery({ channel, body: '{"subject":"s"}' })]]);
    expect(received).toEqual([]);
  });

  it.each(['alert.fired', 'webhook.disabled'] as const)(
    'of %s ends unsent when the settings do not have its address any more',
    async (eventKind) => {
      const { post, mails } = await setUpLater({ settings: { emails: ['other@b.example'] } });
      expect(await post({ channel, eventKind })).toMatchObject(
        unsent('The e-mail address was removed from the settings.'),
      );
      expect(mails).toEqual([]);
    },
  );
});
