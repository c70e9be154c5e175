import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FORGETTING_COOKIE, keepingCookie, keptKey } from '../../../lib/organisations/api-keys/kept-key.ts';
import { makeKey } from '../../../lib/organisations/api-keys/key.ts';
import { dataKeyOf, sealer } from '../../../lib/platform/sealer.ts';
import { plusSeconds } from '../../../lib/values/time.ts';

const stage = sealer([dataKeyOf('1'.repeat(32))]);
const now = new Date('2026-03-01T12:00:00.000Z');
const HALF_A_DAY = 12 * 3600;
const key = makeKey('live', (size) => Buffer.alloc(size, 7));
const { cookie, expiresAt } = keepingCookie(stage, key, now);
/** The header by which a browser sends the cookie back. */
const [sent = ''] = cookie.split(';');
const [name = '', value = ''] = sent.split('=');

describe('The cookie that keeps a key', () => {
  it('is out of reach of scripts, of other sites and of all other endpoints, for 12 hours', () => {
    const attributes = 'HttpOnly; Secure; SameSite=Strict; Path=/api/session';
    expect(cookie).toBe(`${sent}; ${attributes}; Max-Age=43200`);
    expect(FORGETTING_COOKIE).toBe(`${name}=; ${attributes}; Max-Age=0`);
    expect(expiresAt).toBe('2026-03-02T00:00:00.000Z');
    expect(Buffer.from(value.slice('v2.000000000000.'.length), 'base64url').includes(key.slice(-8))).toBe(false);
  });

  it('is small, and gives the key back beside other cookies', () => {
    expect(cookie.length).toBeLessThan(400);
    for (const header of [sent, `a=b; ${sent}`, `${sent}; a=b`, `a=b;${sent};c=d`, `${name}=; ${sent}`]) {
      expect([header, keptKey(stage, header, now)]).toEqual([header, key]);
    }
  });

  it('ends after 12 hours, whatever the browser says', () => {
    expect(keptKey(stage, sent, plusSeconds(now, HALF_A_DAY - 1))).toBe(key);
    expect(keptKey(stage, sent, plusSeconds(now, HALF_A_DAY))).toBeNull();
  });

  it('opens in its own stage alone, also after a rotation of the data key', () => {
    const other = dataKeyOf('2'.repeat(32));
    expect(keptKey(sealer([other]), sent, now)).toBeNull();
    expect(keptKey(sealer([other, dataKeyOf('1'.repeat(32))]), sent, now)).toBe(key);
  });

  it('is no other sealed text of the stage', () => {
    const text = JSON.stringify({ key, expiresAt });
    for (const recordId of ['kept', 'acknowledge 1', '']) {
      expect(keptKey(stage, `${name}=${stage.seal(text, { organisationId: 'any', recordId })}`, now)).toBeNull();
    }
  });

  it('does not open with any other character at any place', () => {
    const places = fc.integer({ min: 0, max: value.length - 1 });
    fc.assert(
      fc.property(places, fc.string({ maxLength: 1, unit: 'binary' }), (at, other) => {
        fc.pre(other !== value.charAt(at));
        const changed = value.slice(0, at) + other + value.slice(at + 1);
        expect(keptKey(stage, `${name}=${changed}`, now)).toBeNull();
      }),
      { numRuns: 2000 },
    );
  });

  it('does not open when any single byte changes', () => {
    const head = value.slice(0, 'v2.000000000000.'.length);
    const bytes = Buffer.from(value.slice(head.length), 'base64url');
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const changed = Buffer.from(bytes);
        changed.writeUInt8(changed.readUInt8(at) ^ flip, at);
        expect(keptKey(stage, `${name}=${head}${changed.toString('base64url')}`, now)).toBeNull();
      }),
      { numRuns: 2000 },
    );
  });

  it('is null without an error for a header of any text and any size', () => {
    expect(keptKey(stage, undefined, now)).toBeNull();
    for (const text of ['', ';', '=', `${name}`, `${name}=`, `${name}=v2.x.y`, `x${sent}`, sent.toUpperCase()]) {
      expect([text, keptKey(stage, text, now)]).toEqual([text, null]);
    }
    for (const unit of ['a', ';', '; ', `${name}=`, `${sent.slice(0, -1)}; `, '\0', '💥']) {
      expect(keptKey(stage, unit.repeat(10_000), now)).toBeNull();
    }
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect(keptKey(stage, text, now)).toBeNull();
        expect(keptKey(stage, `${name}=${text}`, now)).toBeNull();
      }),
    );
  });
});
