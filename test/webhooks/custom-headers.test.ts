import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { GivenHeaders, openHeaders, sealedHeaders } from '../../lib/webhooks/custom-headers.ts';
import { testSealer } from '../support/scenario.ts';

const owner = { organisationId: 'o', recordId: 'r' };
const stored = (given: Record<string, string>, before?: ReturnType<typeof sealedHeaders>) =>
  sealedHeaders(testSealer, owner, given, before);
const opened = (headers: ReturnType<typeof sealedHeaders>) => openHeaders(testSealer, owner, headers);
/** Where the schema refuses headers. */
const refused = (headers: object) =>
  GivenHeaders.safeParse(headers).error?.issues.map(({ path }) => path.map(String).join('.')) ?? [];

describe('The headers of a subscription', () => {
  it.each([
    'Connection',
    'Keep-Alive',
    'Proxy-Authorization',
    'TE',
    'Trailer',
    'transfer-encoding',
    'UPGRADE',
    'Host',
    'Expect',
    'Content-Type',
    'content-length',
    'Webhook-Signature',
    'X-Service-Event',
    'User-Agent',
    'X-Request-Id',
  ])('may not be called %s', (name) => {
    expect(refused({ [name]: 'x', 'X-Fine': 'x' })).toEqual([name]);
  });

  it.each(['', 'a b', 'a:b', 'a\nb', 'Zoë', 'x'.repeat(129)])('may not have the name %j', (name) => {
    expect(refused({ [name]: 'x' })).toEqual([name]);
  });

  it.each(['', ' x', 'x ', 'a\r\nb', 'a\nb', 'a\0b', 'Zoë', '🔑', 'x'.repeat(1025)])(
    'may not have the value %j',
    (value) => {
      expect(refused({ 'X-Name': value })).toEqual(['X-Name']);
    },
  );

  it('are at most ten, of different names in any case, with 4,096 characters together', () => {
    const many = (n: number) => Object.fromEntries(Array.from({ length: n }, (_, at) => [`X-${at}`, 'value']));
    expect(refused(many(10))).toEqual([]);
    expect(refused(many(11))).toEqual(['']);
    expect(refused({ 'X-One': '1', 'x-one': '2' })).toEqual(['x-one']);
    const long = (n: number) => Object.fromEntries(Array.from({ length: 4 }, (_, at) => [`x${at}`, 'v'.repeat(n)]));
    expect(refused(long(1022))).toEqual([]);
    expect(refused(long(1023))).toEqual(['']);
  });

  it('are stored masked and sealed, and open as they were given', () => {
    const name = fc.stringMatching(/^X-[a-z0-9]{1,20}$/);
    const value = fc.stringMatching(/^[!-~]([ -~]{0,40}[!-~])?$/);
    fc.assert(
      fc.property(fc.dictionary(name, value, { maxKeys: 5 }), (given) => {
        fc.pre(GivenHeaders.safeParse(given).success);
        const { headers, sealedHeaders: sealed } = stored(given);
        expect(opened({ headers, sealedHeaders: sealed })).toEqual({ ...given });
        expect(Object.keys(headers)).toEqual(Object.keys(given));
        for (const [each, shown] of Object.entries(headers)) {
          const text = given[each] ?? '';
          expect(shown).toBe(text.length < 8 ? '…' : `…${text.slice(-4)}`);
          expect(String(sealed)).not.toContain(`"${text}"`);
        }
      }),
    );
  });

  it('keep a masked value that is written back, also in another case, and lose what is left out', () => {
    const before = stored({ Authorization: 'Bearer 12345678', 'X-Short': 'abc', 'X-Other': 'something' });
    const after = stored({ authorization: '…5678', 'X-Short': '…', 'X-New': 'and more' }, before);
    expect(opened(after)).toEqual({ authorization: 'Bearer 12345678', 'X-Short': 'abc', 'X-New': 'and more' });
    expect(after.headers).toEqual({ authorization: '…5678', 'X-Short': '…', 'X-New': '…more' });
    expect(stored({}, after)).toEqual({ headers: {}, sealedHeaders: null });
  });

  it.each([
    ['X-New', '…5678'],
    ['Authorization', '…9999'],
    ['Authorization', '…'],
  ])('refuse a masked value that is not what is shown: %s: %s', (name, value) => {
    const before = stored({ Authorization: 'Bearer 12345678' });
    expect(() => stored({ [name]: value }, before)).toThrow(`headers.${name}`);
  });
});
