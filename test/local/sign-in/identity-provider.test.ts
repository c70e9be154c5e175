import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { close, listen } from '../../../local/processes/servers.ts';
import { identityProvider } from '../../../local/sign-in/identity-provider.ts';

const VERIFIER = 'v'.repeat(43);
const REDIRECT = 'http://127.0.0.1:3000/console/';

let provider: Awaited<ReturnType<typeof served>>;
beforeAll(async () => {
  provider = await served();
});
afterAll(() => close(provider.server));

async function served() {
  let serve: Awaited<ReturnType<typeof identityProvider>> = (_, response) => void response.end();
  const listening = await listen((request, response) => serve(request, response), 0, { servesPages: true });
  serve = await identityProvider(listening.url);
  return listening;
}

const asked = (more: Record<string, string> = {}, headers: Record<string, string> = {}) => {
  const code_challenge = createHash('sha256').update(VERIFIER).digest('base64url');
  const client = { response_type: 'code', client_id: 'chainwatch-console', redirect_uri: REDIRECT, state: 'a state' };
  const query = new URLSearchParams({
    ...client,
    code_challenge,
    code_challenge_method: 'S256',
    nonce: 'once',
    ...more,
  });
  return fetch(`${provider.url}/authorize?${query}`, { redirect: 'manual', headers });
};

async function codeOf(person: string): Promise<string> {
  const { headers } = await asked({ person });
  return new URL(headers.get('location') ?? '').searchParams.get('code') ?? '';
}

const tokens = (code: string, more: Record<string, string> = {}) => {
  const client = { grant_type: 'authorization_code', client_id: 'chainwatch-console', redirect_uri: REDIRECT };
  const body = new URLSearchParams({ ...client, code, code_verifier: VERIFIER, ...more });
  return fetch(`${provider.url}/token`, { method: 'POST', body });
};

describe('The local identity provider', () => {
  it('asks who signs in, and leads back to the console with a code and the state', async () => {
    const page = await (await asked()).text();
    for (const name of ['Ada Admin', 'Ravi Reviewer', 'Rita Reader']) expect(page).toContain(name);
    const { status, headers } = await asked({ person: 'ravi' });
    const { origin, pathname, searchParams } = new URL(headers.get('location') ?? '');
    expect([status, origin + pathname, searchParams.get('state')]).toEqual([302, REDIRECT, 'a state']);
  });

  it('gives tokens for a code, which its keys verify', async () => {
    const answer = Object(await (await tokens(await codeOf('ravi'))).json());
    const keys = createRemoteJWKSet(new URL(`${provider.url}/jwks`));
    const { payload } = await jwtVerify(answer.access_token, keys, {
      issuer: provider.url,
      audience: 'chainwatch-local',
    });
    expect(payload).toMatchObject({ sub: 'ravi', name: 'Ravi Reviewer', groups: ['chainwatch-review'] });
    expect(decodeJwt(answer.id_token)).toMatchObject({ aud: 'chainwatch-console', nonce: 'once' });
  });

  it('takes a code once, and only with the verifier of its challenge', async () => {
    const code = await codeOf('ada');
    expect((await tokens(code)).status).toBe(200);
    expect((await tokens(code)).status).toBe(400);
    expect((await tokens(await codeOf('ada'), { code_verifier: 'w'.repeat(43) })).status).toBe(400);
    expect((await tokens(await codeOf('ada'), { redirect_uri: 'http://localhost:3000/console/' })).status).toBe(400);
  });

  it.each([
    ['redirect_uri', 'https://evil.example/console/'],
    ['redirect_uri', 'http://127.0.0.1.evil.example/console/'],
    ['redirect_uri', 'http://127.0.0.1:3000/api/'],
    ['client_id', 'another'],
    ['code_challenge_method', 'plain'],
    ['code_challenge', ''],
    ['response_type', 'token'],
    ['person', 'nobody'],
  ])('sends nobody back when %s is "%s"', async (name, value) => {
    const { status, headers } = await asked({ person: 'ada', [name]: value });
    expect([status, headers.get('location')]).toEqual([400, null]);
  });

  it('asks nobody while a browser has a session, and asks again when the session was ended', async () => {
    const cookieOf = ({ headers }: Response) => headers.get('set-cookie')?.split(';')[0] ?? '';
    const withCookie = (cookie: string) => asked({}, { cookie });
    expect((await withCookie(cookieOf(await asked({ person: 'ravi' })))).status).toBe(302);
    const query = new URLSearchParams({ id_token_hint: 'token', post_logout_redirect_uri: REDIRECT });
    const ended = await fetch(`${provider.url}/end-session?${query}`, { redirect: 'manual' });
    expect([ended.status, ended.headers.get('location')]).toEqual([302, REDIRECT]);
    expect(await (await withCookie(cookieOf(ended))).text()).toContain('Who signs in?');
  });

  it.each([
    ['id_token_hint', ''],
    ['post_logout_redirect_uri', 'https://evil.example/console/'],
  ])('ends no session when %s is "%s"', async (name, value) => {
    const query = new URLSearchParams({ id_token_hint: 'token', post_logout_redirect_uri: REDIRECT, [name]: value });
    const { status, headers } = await fetch(`${provider.url}/end-session?${query}`, { redirect: 'manual' });
    expect([status, headers.get('location'), headers.get('set-cookie')]).toEqual([400, null, null]);
  });

  it('shows no mark-up of the question', async () => {
    expect(await (await asked({ state: '"><script>alert(1)</script>' })).text()).not.toContain('<script>');
  });
});
