import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { signatureHeaders } from '../../../lib/channels/http/sign.ts';
import { newSecret } from '../../../lib/webhooks/signing-secret.ts';

const deliveryId = '2b8f3f0a-8a52-4b4f-9c0e-6f0a3c1d2e4f';
const timestamp = new Date('2026-01-31T09:00:00.999Z');
const body = '{"event":"alert.fired","rule":{"name":"Zoë 🐋"}}';
const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const previousSecret = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;

const sign = (more: Partial<Parameters<typeof signatureHeaders>[0]> = {}) =>
  signatureHeaders({ body, deliveryId, timestamp, secret, ...more });

describe('signatureHeaders', () => {
  it.each([
    // GitHub's documented example of the same header scheme.
    ["It's a Secret to Everybody", 'Hello, World!', '757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17'],
    // RFC 4231, test case 2.
    ['Jefe', 'what do ya want for nothing?', '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843'],
  ])('uses the text of the secret %j as the key of X-Service-Signature', (text, message, hex) => {
    expect(sign({ secret: text, body: message })['X-Service-Signature']).toBe(`sha256=${hex}`);
  });

  it('uses the text of a whsec_ secret as the key of X-Service-Signature, not its bytes', () => {
    const other = sign({ secret: Buffer.alloc(32, 1).toString('latin1') });
    expect(sign()['X-Service-Signature']).not.toBe(other['X-Service-Signature']);
    expect(sign()['X-Service-Signature']).toBe(
      'sha256=4586792bca2767684327ac6eed1977f63b50310111e48f218ac1026813638f0c',
    );
  });

  it('makes the signature in the example of Standard Webhooks', () => {
    expect(
      signatureHeaders({
        body: '{"test": 2432232314}',
        deliveryId: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
        timestamp: new Date(1_614_265_330_000),
        secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      }),
    ).toMatchObject({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('names the delivery and the second of the attempt in the headers', () => {
    expect(sign()).toMatchObject({ 'webhook-id': deliveryId, 'webhook-timestamp': '1769850000' });
  });

  it('signs the same bytes whether the body is text or bytes', () => {
    expect(sign({ body: Buffer.from(body) })).toEqual(sign());
    expect(sign({ body: `${body} ` })).not.toEqual(sign());
  });

  it('makes one signature outside a rotation', () => {
    expect(Object.keys(sign())).toEqual([
      'X-Service-Signature',
      'webhook-id',
      'webhook-timestamp',
      'webhook-signature',
    ]);
    expect(sign()['webhook-signature']).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/);
  });

  it('signs with all secrets during rotations, the current secret first', () => {
    const [now, before, first] = [sign(), sign({ secret: previousSecret }), sign({ secret: 'the first' })];
    expect(sign({ previousSecrets: [previousSecret, 'the first'] })).toEqual({
      ...now,
      'X-Service-Signature-Previous': before['X-Service-Signature'],
      'webhook-signature': [now, before, first].map((each) => each['webhook-signature']).join(' '),
    });
  });

  it.each([
    'correct horse battery staple',
    'Zoë 🐋',
    'whsec_',
    'whsec_abc',
    'whsec_ab=c',
    'whsec_not base64!',
    'whsec_YWJj-_Zm',
    'WHSEC_YWJj',
    'YWJj',
  ])('uses the UTF-8 of %j, which is no whsec_<base64>, as the key of Standard Webhooks', (text) => {
    const raw = new Webhook(Buffer.from(text), { format: 'raw' });
    expect(sign({ secret: text })['webhook-signature']).toBe(raw.sign(deliveryId, timestamp, body));
  });

  it.each(['whsec_YQ==', 'whsec_YWI=', 'whsec_YWJj', 'whsec_/+/+'])(
    'uses the decoded bytes of %j as the key of Standard Webhooks',
    (text) => {
      expect(sign({ secret: text })['webhook-signature']).toBe(new Webhook(text).sign(deliveryId, timestamp, body));
    },
  );
});

describe('a receiver with the Standard Webhooks library', () => {
  beforeEach(() => {
    jest.useFakeTimers({ now: timestamp });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('verifies a delivery with each of the secrets during rotations', () => {
    expect(new Webhook(secret).verify(body, sign())).toEqual(JSON.parse(body));
    const firstSecret = newSecret(randomBytes);
    const headers = sign({ previousSecrets: [previousSecret, firstSecret] });
    for (const known of [secret, previousSecret, firstSecret]) {
      expect(new Webhook(known).verify(body, headers)).toEqual(JSON.parse(body));
    }
  });

  it('verifies a delivery that is signed with a secret of the service', () => {
    const made = newSecret(randomBytes);
    expect(new Webhook(made).verify(body, sign({ secret: made }))).toEqual(JSON.parse(body));
  });

  it.each([
    ['another body', { body: `${body} ` }],
    ['another delivery', { deliveryId: '00000000-0000-4000-8000-000000000000' }],
    ['another time', { timestamp: new Date('2026-01-31T09:00:01Z') }],
    ['another secret', { secret: previousSecret }],
  ])('refuses the signature of %s', (_what, more) => {
    const headers = { ...sign(), 'webhook-signature': sign(more)['webhook-signature'] ?? '' };
    expect(() => new Webhook(secret).verify(body, headers)).toThrow('No matching signature found');
  });
});

describe('newSecret', () => {
  it('makes whsec_ and the base64 of 32 random bytes', () => {
    expect(newSecret((size) => Buffer.alloc(size, 255))).toBe(`whsec_${'/'.repeat(42)}8=`);
    expect(newSecret(randomBytes)).not.toBe(newSecret(randomBytes));
  });
});
