import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { leakedIn, secretsIn } from '../support/secrets.ts';

const aSecret = fc.string({ minLength: 16, maxLength: 60, unit: 'binary' });
const around = fc.string({ maxLength: 40 });

/** Tests use this search to find secrets in logs and responses, so the search must find every form of a secret. */
describe('The search for secrets', () => {
  it.each<[string, (secret: string, before: string, after: string) => string]>([
    ['in plain text', (secret, before, after) => `${before}${secret}${after}`],
    ['in JSON', (secret, before, after) => JSON.stringify({ [before]: `${after}${secret}` })],
    ['in JSON in JSON', (secret, before) => JSON.stringify(JSON.stringify([before, secret]))],
    ['in a URL', (secret, before) => `?q=${encodeURIComponent(before + secret)}`],
    ['in base64', (secret, before, after) => Buffer.from(before + secret + after).toString('base64')],
    ['in base64url', (secret, before, after) => Buffer.from(before + secret + after).toString('base64url')],
    ['in hex', (secret, before) => Buffer.from(before + secret).toString('hex')],
  ])('finds a secret %s, at any place in a text', (_how, disguise) => {
    fc.assert(
      fc.property(aSecret, around, around, (secret, before, after) => {
        expect(leakedIn(disguise(secret, before, after), [secret])).toEqual([secret]);
      }),
    );
  });

  it('finds nothing in a text without secrets', () => {
    const secrets = ['whsec_AAAABBBBCCCC', 'cw_test_0123456789'];
    expect(leakedIn('whsec_AAAABBBBCCC cw_test_012345678', secrets)).toEqual([]);
    expect(leakedIn('', secrets)).toEqual([]);
  });

  it('knows the names of the fields that hold secrets', () => {
    const url = 'https://hooks.slack.com/services/T0/B0/secretpart';
    const body = {
      key: 'cw_test_abcdef',
      secret: 'whsec_abcdef',
      customWebhookSecret: 'whsec_ghijkl',
      slackWebhookUrl: url,
    };
    expect(secretsIn({ ...body, name: 'a name of nobody' })).toEqual(Object.values(body));
    expect(secretsIn({ key: 'another', secret: 7, slackWebhookUrl: 'https://hooks.slack.com/…part' })).toEqual([]);
    expect(secretsIn(['a list'])).toEqual([]);
    expect(secretsIn(undefined)).toEqual([]);
  });
});
