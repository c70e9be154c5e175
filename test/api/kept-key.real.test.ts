import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { routes } from '../../functions/routes.ts';
import { FORGETTING_COOKIE, keepingCookie } from '../../lib/organisations/api-keys/kept-key.ts';
import { dataKeysOf, sealer } from '../../lib/platform/sealer.ts';
import { plusSeconds } from '../../lib/values/time.ts';
import { api, newOrganisation } from '../support/api.ts';
import { testSealer } from '../support/scenario.ts';
import { leakedIn, noteSecrets } from '../support/secrets.ts';
import { stackUrl } from '../support/stack-url.ts';

const SAME_ORIGIN = { 'Sec-Fetch-Site': 'same-origin' };

let mine: Awaited<ReturnType<typeof newOrganisation>>;
beforeAll(async () => {
  mine = await newOrganisation();
});

/** Without the checks of `api()`: the answer to a resumption contains a key on purpose. */
async function asked(method: string, path: string, headers: Record<string, string> = {}) {
  const response = await fetch(stackUrl('STACK_URL') + path, { method, headers });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: text === '' ? null : JSON.parse(text) };
}
const resumed = (cookie: string, headers: Record<string, string> = SAME_ORIGIN) =>
  asked('POST', '/api/session/resume', { Cookie: cookie, ...headers });

/** Has the API keep a key. Returns the cookie as a browser sends it back. */
async function kept(key = mine.apiKey): Promise<string> {
  const { headers } = await api(key).call(routes.keepKey);
  const [cookie = ''] = (headers.get('set-cookie') ?? '').split(';');
  noteSecrets([cookie.slice(cookie.indexOf('=') + 1)]);
  return cookie;
}

/** The refusal of a cookie that does not work. The browser forgets the cookie. */
const refused = async (cookie: string) => {
  const { status, headers, body } = await resumed(cookie);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('set-cookie')).toBe(FORGETTING_COOKIE);
  return [status, body.code];
};
const UNAUTHORIZED = [401, 'unauthorized'];

describe('POST /api/session', () => {
  it('answers a sealed cookie for the paths of the session, which nobody stores', async () => {
    const { status, headers, body } = await mine.api.call(routes.keepKey);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    const cookie = headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(
      /^chainwatch-key=v2\.[\da-f]{12}\.[\w-]+; HttpOnly; Secure; SameSite=Strict; Path=\/api\/session; Max-Age=43200$/,
    );
    expect(leakedIn(cookie, [mine.apiKey])).toEqual([]);
    const hours = (Date.parse(Object(body).expiresAt) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(11.9);
    expect(hours).toBeLessThanOrEqual(12);
  });
});

describe('POST /api/session/resume', () => {
  it('answers the key to a page of its own origin, and leaves the end of the cookie as it is', async () => {
    const { status, headers, body } = await resumed(`other=1; ${await kept()}`);
    expect([status, body]).toEqual([200, { key: mine.apiKey }]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('set-cookie')).toBeNull();
  });

  it.each(['cross-site', 'same-site', 'none', ''])(
    'answers no key to a page of another origin, which cannot sign the user out either: %j',
    async (site) => {
      const answer = await resumed(await kept(), { 'Sec-Fetch-Site': site, Origin: 'https://evil.example' });
      expect([answer.status, answer.body.code]).toEqual(UNAUTHORIZED);
      expect(answer.headers.get('set-cookie')).toBeNull();
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    },
  );

  it('refuses a cookie that is changed, cut, empty or missing, and one of 8 KB', async () => {
    const cookie = await kept();
    const last = cookie.endsWith('A') ? 'B' : 'A';
    const broken = [
      '',
      'chainwatch-key',
      'chainwatch-key=',
      'chainwatch-key=%00',
      `chainwatch-key=${mine.apiKey}`,
      cookie.slice(0, -1),
      cookie.slice(0, -1) + last,
      cookie.replace('=v2.', '=v1.'),
      `chainwatch-key=${'A'.repeat(8000)}`,
      '; '.repeat(4000),
    ];
    for (const text of broken)
      expect([text.slice(0, 40), await refused(text)]).toEqual([text.slice(0, 40), UNAUTHORIZED]);
  });

  it('refuses a cookie that is too old, although the stage sealed it, and a cookie of another stage', async () => {
    const client = new SecretsManagerClient({ endpoint: stackUrl('STACK_AWS_URL') });
    const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: 'chainwatch-local/data-key' }));
    client.destroy();
    const stage = sealer(dataKeysOf(SecretString ?? null));
    const keptAgo = (seconds: number, by = stage) => {
      const [cookie = ''] = keepingCookie(by, mine.apiKey, plusSeconds(new Date(), -seconds)).cookie.split(';');
      return cookie;
    };
    expect((await resumed(keptAgo(11 * 3600))).status).toBe(200);
    expect(await refused(keptAgo(12 * 3600))).toEqual(UNAUTHORIZED);
    expect(await refused(keptAgo(0, testSealer))).toEqual(UNAUTHORIZED);
  });

  it('refuses the cookie of a revoked key at once', async () => {
    const { id, key } = await mine.api.ok(routes.createKey, { body: { name: 'Kept', scope: 'read' } });
    const cookie = await kept(key);
    expect((await resumed(cookie)).status).toBe(200);
    await mine.api.ok(routes.deleteKey, { params: { id } });
    expect(await refused(cookie)).toEqual(UNAUTHORIZED);
  });

  it('is the only endpoint that reads the cookie', async () => {
    const { status } = await asked('GET', '/api/me', { Cookie: await kept(), ...SAME_ORIGIN });
    expect(status).toBe(401);
  });
});

describe('DELETE /api/session', () => {
  it('takes the cookie away, and cannot end a copy of it', async () => {
    const cookie = await kept();
    const { status, headers, text } = await asked('DELETE', '/api/session', { Cookie: cookie });
    expect([status, text, headers.get('set-cookie')]).toEqual([204, '', FORGETTING_COOKIE]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect((await resumed(cookie)).status).toBe(200);
  });

  it('allows no page of another origin to ask for it: a preflight finds no such route', async () => {
    const { status, headers } = await asked('OPTIONS', '/api/session', {
      Origin: 'https://evil.example',
      'Access-Control-Request-Method': 'DELETE',
    });
    expect([status, headers.get('access-control-allow-origin')]).toEqual([404, null]);
  });
});
