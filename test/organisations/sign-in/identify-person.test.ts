import { beforeEach, describe, expect, it } from '@jest/globals';
import { exportSPKI, SignJWT } from 'jose';
import { personIdentifier } from '../../../lib/organisations/sign-in/identify-person.ts';
import type { SignIn } from '../../../lib/organisations/sign-in/schema.ts';
import { OrganisationId } from '../../../lib/values/ids.ts';
import { plusSeconds } from '../../../lib/values/time.ts';
import { AUDIENCE, anIssuer } from '../../support/issuer.ts';
import { quiet } from '../../support/quiet.ts';
import { organisation, uuid } from '../../support/records.ts';

quiet();

const at = new Date('2026-03-01T12:00:00.000Z');
const other = OrganisationId.parse(uuid(2));
const aSignIn = (more: Partial<SignIn> = {}): SignIn => ({
  organisationId: organisation,
  issuer: 'https://login.example.com',
  audience: AUDIENCE,
  scopeClaim: 'groups',
  scopes: { readers: 'read', reviewers: 'review', owners: 'admin' },
  ...more,
});

let provider: Awaited<ReturnType<typeof anIssuer>>;
let configured: SignIn[];
beforeEach(async () => {
  provider = await anIssuer();
  configured = [aSignIn()];
});

/** Identifies at this instant. @param now a later instant for a test that goes on. */
function identifier(now: () => Date = () => at) {
  const of = async (issuer: string, audience: string) =>
    configured.filter((signIn) => signIn.issuer === issuer && signIn.audience === audience);
  return personIdentifier({ signIns: { of }, outbound: provider, now });
}

const identify = async (claims?: Parameters<typeof provider.token>[1]) =>
  identifier()(await provider.token(at, claims));

describe('personIdentifier', () => {
  it('says who has a token, for which organisation, with which scope and until when', async () => {
    expect(await identify({ name: 'Ada Lovelace', email: 'ada@example.com' })).toEqual({
      organisation,
      actor: { kind: 'person', id: 'person:ada', name: 'Ada Lovelace', email: 'ada@example.com' },
      scope: 'review',
      expiresAt: '2026-03-01T12:05:00.000Z',
    });
  });

  it.each([
    [{ preferred_username: 'ada.l', email: 'ada@example.com' }, 'ada.l'],
    [{ name: 'Ada\u202eecalevoL', email: 'ada@example.com' }, 'ada@example.com'],
    [{ name: '', email: 'no address' }, 'no address'],
    [{}, 'ada'],
  ])('names a person with the claims %j as %s', async (claims, name) => {
    expect((await identify(claims))?.actor.name).toBe(name);
  });

  it('gives the highest scope of the values of the claim', async () => {
    expect((await identify({ groups: ['readers', 'others', 'owners', 'reviewers'] }))?.scope).toBe('admin');
  });

  it.each([
    ['groups', 'readers owners', null],
    ['groups', 'owners', 'admin'],
    ['scope', 'openid owners', 'admin'],
    ['scp', 'readers reviewers', 'review'],
  ])('reads the claim %s with the text "%s" as the scope %s', async (scopeClaim, text, scope) => {
    configured = [aSignIn({ scopeClaim })];
    expect((await identify({ [scopeClaim]: text }))?.scope ?? null).toBe(scope);
  });

  it('accepts a token that begins within 30 seconds, and none that begins later', async () => {
    const begins = at.getTime() / 1000;
    expect(await identify({ nbf: begins + 30 })).not.toBeNull();
    expect(await identify({ nbf: begins + 31 })).toBeNull();
  });

  it('finds the organisation by the value of the claim where several share an issuer and an audience', async () => {
    configured = [aSignIn(), aSignIn({ organisationId: other, scopes: { treasury: 'write' } })];
    expect(await identify({ groups: ['treasury'] })).toMatchObject({ organisation: other, scope: 'write' });
    expect(await identify({ groups: ['owners'] })).toMatchObject({ organisation, scope: 'admin' });
    expect(await identify({ groups: ['owners', 'treasury'] })).toBeNull();
  });
});

describe('personIdentifier refuses a token', () => {
  const seconds = at.getTime() / 1000;
  it.each([
    ['of another audience', { aud: 'https://api.other.example' }],
    ['without an audience', { aud: undefined }],
    ['of six audiences', { aud: [AUDIENCE, 'a', 'b', 'c', 'd', 'e'] }],
    ['that has expired', { exp: seconds }],
    ['without an end', { exp: undefined }],
    ['with an end that no date can have', { exp: 1e300 }],
    ['that has not begun', { nbf: seconds + 60 }],
    ['without the claim', { groups: undefined }],
    ['whose claim has no known value', { groups: ['strangers', 'constructor', '__proto__', 'toString'] }],
    ['whose claim has an object', { groups: { reviewers: true } }],
    ['without a subject', { sub: undefined }],
    ['with an empty subject', { sub: '' }],
    ['whose subject has 256 characters', { sub: 'a'.repeat(256) }],
    ['whose subject has a separator of keys', { sub: 'ada#1' }],
  ])('%s', async (_what, claims) => {
    expect(await identify(claims)).toBeNull();
  });

  it.each(['https://evil.example', 'http://169.254.169.254', 'https://login.example.com/', ''])(
    'of the issuer "%s", and asks nobody for keys',
    async (iss) => {
      expect(await identify({ iss })).toBeNull();
      expect(provider.asked).toEqual([]);
    },
  );

  it('of another issuer with the same subject and a key of the same name', async () => {
    const evil = await anIssuer();
    expect(await identifier()(await evil.token(at))).toBeNull();
  });

  const forged = (header: object, payload: object) =>
    [header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  const claims = {
    iss: 'https://login.example.com',
    aud: AUDIENCE,
    sub: 'ada',
    exp: seconds + 300,
    groups: ['owners'],
  };

  it.each(['none', 'None', 'NONE'])('with the algorithm %s', async (alg) => {
    for (const signature of ['', '.', '.AA']) {
      expect(await identifier()(`${forged({ alg, kid: 'first' }, claims)}${signature}`)).toBeNull();
    }
  });

  it('that is signed by HS256 with the public key of the issuer', async () => {
    const key = provider.newest();
    if (key === undefined) throw new Error('no key');
    const secret = Buffer.from(await exportSPKI(key.publicKey));
    const token = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'first' }).sign(secret);
    expect(await identifier()(token)).toBeNull();
  });

  it('whose claims were changed after the signature', async () => {
    const [header, , signature] = (await provider.token(at)).split('.');
    const changed = Buffer.from(JSON.stringify(claims)).toString('base64url');
    expect(await identifier()(`${header}.${changed}.${signature}`)).toBeNull();
  });

  it('of more than 8 KB, and asks nobody for keys', async () => {
    expect(await identify({ groups: ['reviewers'], filler: 'x'.repeat(8_192) })).toBeNull();
    expect(provider.asked).toEqual([]);
  });

  it.each(['', 'x', 'a.b', 'a.b.c', 'a.b.c.d', '..', 'é.é.é', 'cw_test_x'])('like "%s"', async (text) => {
    expect(await identifier()(text)).toBeNull();
  });
});

describe('The keys of an issuer', () => {
  let now = at;
  const later = (seconds: number): Date => {
    now = plusSeconds(now, seconds);
    return now;
  };
  beforeEach(() => {
    now = at;
  });
  const accepted = async (identifying: ReturnType<typeof identifier>, header?: object) =>
    (await identifying(await provider.token(now, {}, header))) !== null;

  it('are asked for once for many tokens', async () => {
    const identifying = identifier(() => now);
    const both = await Promise.all([accepted(identifying), accepted(identifying)]);
    expect([...both, await accepted(identifying)]).toEqual([true, true, true]);
    expect(provider.asked).toHaveLength(2);
  });

  it('may change: a token with a new key is accepted, at most 30 seconds later', async () => {
    const identifying = identifier(() => now);
    await accepted(identifying);
    await provider.rotate('second');
    expect(await accepted(identifying)).toBe(false);
    later(30);
    expect(await accepted(identifying)).toBe(true);
  });

  it('are asked for at most twice a minute, however many tokens name unknown keys', async () => {
    const identifying = identifier(() => now);
    for (let n = 0; n < 60; n++) {
      expect(await accepted(identifying, { kid: `unknown ${n}` })).toBe(false);
      later(1);
    }
    expect(provider.asked.length).toBeLessThanOrEqual(4);
  });

  it('no longer verify tokens ten minutes after the issuer withdrew them', async () => {
    const identifying = identifier(() => now);
    const token = await provider.token(plusSeconds(at, 700));
    expect(await identifying(token)).not.toBeNull();
    await provider.rotate('second', 0);
    later(601);
    expect(await identifying(token)).toBeNull();
  });

  it('stay known for an hour while the issuer does not answer', async () => {
    const identifying = identifier(() => now);
    await accepted(identifying);
    provider.fail(new Error('no answer'));
    later(3_599);
    expect(await accepted(identifying)).toBe(true);
    later(31);
    expect(await accepted(identifying)).toBe(false);
    provider.fail(undefined);
    later(31);
    expect(await accepted(identifying)).toBe(true);
  });

  it('are asked for twice a minute at most while the issuer does not answer', async () => {
    const identifying = identifier(() => now);
    provider.fail(new Error('no answer'));
    for (let n = 0; n < 60; n++) {
      expect(await accepted(identifying)).toBe(false);
      later(1);
    }
    expect(provider.asked).toHaveLength(2);
  });

  it('are not those of a document that names another issuer', async () => {
    provider.nameAnother('https://evil.example');
    expect(await accepted(identifier(() => now))).toBe(false);
    expect(provider.asked).toHaveLength(1);
  });
});
