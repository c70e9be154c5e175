import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { signatureHeaders } from '../../lib/channels/http/sign.ts';
import { VerificationError, verify } from '../../sdk/index.ts';

const now = Date.UTC(2026, 10, 23);
const body = '{"event":"ping","text":"Zoë 🐋"}';
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const signed = (more: object = {}) =>
  signatureHeaders({ body, deliveryId: 'd', timestamp: new Date(now), secret, ...more });
const refused = (...args: Parameters<typeof verify>) => expect(verify(...args)).rejects.toThrow(VerificationError);

describe('verify', () => {
  it('returns the body of a delivery, given as text or as bytes, with headers in any form', async () => {
    const expected = JSON.parse(body);
    const headers = signed();
    const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    for (const form of [headers, lower, new Headers(headers)]) {
      expect(await verify(body, form, secret, { now })).toEqual(expected);
      expect(await verify(new TextEncoder().encode(body), form, [secret], { now })).toEqual(expected);
    }
  });

  it('accepts every secret that the service accepts', async () => {
    const anySecret = fc.oneof(
      fc.string({ minLength: 1, unit: 'grapheme' }),
      fc.uint8Array({ minLength: 1 }).map((bytes) => `whsec_${Buffer.from(bytes).toString('base64')}`),
    );
    await fc.assert(
      fc.asyncProperty(anySecret, fc.json(), async (each, text) => {
        const headers = signatureHeaders({ body: text, deliveryId: 'd', timestamp: new Date(now), secret: each });
        expect(await verify(text, headers, each, { now })).toEqual(JSON.parse(text));
        await refused(text, headers, `${each}x`, { now });
      }),
      { numRuns: 50 },
    );
  });

  it('accepts the old and the new secret while a secret is rotated', async () => {
    const headers = signed({ secret: 'new', previousSecrets: ['old'] });
    for (const known of ['new', 'old', ['other', 'old']]) {
      expect(await verify(body, headers, known, { now })).toMatchObject({ event: 'ping' });
    }
    await refused(body, headers, 'older', { now });
  });

  it('accepts a secret that was replaced twice, which made no signature of the body alone', async () => {
    const headers = signed({ secret: 'c', previousSecrets: ['b', 'a'] });
    for (const known of ['a', 'b', 'c']) {
      expect(await verify(body, headers, known, { now })).toMatchObject({ event: 'ping' });
    }
    await refused(`${body} `, headers, 'a', { now });
    for (const known of ['b', 'c']) {
      const wrong = { 'X-Service-Signature': 'sha256=0', 'X-Service-Signature-Previous': 'sha256=0' };
      await refused(body, { ...headers, ...wrong }, known, { now });
    }
  });

  it('refuses another body, another id, and a body whose second signature is missing', async () => {
    await refused(`${body} `, signed(), secret, { now });
    await refused(body, { ...signed(), 'webhook-id': 'e' }, secret, { now });
    for (const name of Object.keys(signed())) {
      const { [name]: _, ...others } = signed();
      await refused(body, others, secret, { now });
    }
  });

  it('refuses an attempt that is older or newer than five minutes', async () => {
    const at = (seconds: number) => verify(body, signed(), secret, { now: now + seconds * 1000 });
    await expect(at(300)).resolves.toMatchObject({ event: 'ping' });
    await expect(at(-300)).resolves.toMatchObject({ event: 'ping' });
    for (const seconds of [301, -301]) await expect(at(seconds)).rejects.toThrow('five minutes');
  });

  it('refuses a signed body that is no JSON', async () => {
    const headers = signed({ body: 'no json' });
    await expect(verify('no json', headers, secret, { now })).rejects.toThrow('no JSON');
  });
});
