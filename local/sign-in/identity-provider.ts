import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Serve } from '../processes/guarded.ts';
import { AuthorizationRequest, authorizationCodes, EndSessionRequest, TokenRequest } from './authorization.ts';
import { LOCAL_AUDIENCE, LOCAL_CLIENT, PEOPLE, type Person } from './people.ts';
import { type TokenSigner, tokenSigner } from './token-signer.ts';

const TOKEN_SECONDS = 3600;

/** The cookie that names the person who signed in. While it is there, a sign-in asks nobody. */
const SESSION = 'chainwatch-local-session';

/**
 * An identity provider for one machine: authorization code with PKCE, without passwords. Anybody on the machine can
 * sign in as any of three people.
 * @param issuer its own URL.
 */
export async function identityProvider(issuer: string): Promise<Serve> {
  const signer = await tokenSigner();
  const codes = authorizationCodes();
  const discovery = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    end_session_endpoint: `${issuer}/end-session`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
  };

  /** The page that asks who signs in, and then the way back to the client. */
  function authorize(response: ServerResponse, query: URLSearchParams, session: string | null): void {
    const request = AuthorizationRequest.safeParse(Object.fromEntries(query));
    const person = query.get('person') ?? session;
    const back = request.success ? codes.grant(request.data, person) : undefined;
    if (back !== undefined) leadBack(response, back, `${SESSION}=${person}`);
    else if (request.success) page(response, person === null ? 200 : 400, 'Who signs in?', choices(query));
    else page(response, 400, 'This sign-in is not possible', '<p>Sign in from the console.</p>');
  }

  /** Ends the session of the browser: the next sign-in asks again who signs in. */
  function endSession(response: ServerResponse, query: URLSearchParams): void {
    const request = EndSessionRequest.safeParse(Object.fromEntries(query));
    if (request.success) leadBack(response, request.data.post_logout_redirect_uri, `${SESSION}=; Max-Age=0`);
    else page(response, 400, 'This sign-out is not possible', '<p>Sign out in the console.</p>');
  }

  async function token(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = TokenRequest.safeParse(Object.fromEntries(new URLSearchParams(await text(request))));
    const granted = form.success ? codes.redeem(form.data) : undefined;
    if (granted === undefined) return json(response, { error: 'invalid_grant' }, 400);
    json(response, await tokensOf(signer, issuer, granted.person, granted.nonce));
  }

  return (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', issuer);
    const route = `${request.method} ${pathname}`;
    if (route === 'GET /.well-known/openid-configuration') json(response, discovery);
    else if (route === 'GET /jwks') json(response, signer.keys);
    else if (route === 'GET /authorize') authorize(response, searchParams, sessionIn(request));
    else if (route === 'GET /end-session') endSession(response, searchParams);
    else if (route === 'POST /token') void token(request, response).catch(() => response.destroy());
    else json(response, { error: 'not_found' }, 404);
  };
}

async function tokensOf(signer: TokenSigner, issuer: string, { sub, name, email, groups }: Person, nonce?: string) {
  const person = { iss: issuer, sub, name, email };
  return {
    token_type: 'Bearer',
    expires_in: TOKEN_SECONDS,
    scope: 'openid profile email',
    access_token: await signer.sign({ ...person, aud: LOCAL_AUDIENCE, groups: [...groups] }, TOKEN_SECONDS),
    id_token: await signer.sign({ ...person, aud: LOCAL_CLIENT, ...(nonce && { nonce }) }, TOKEN_SECONDS),
  };
}

const sessionIn = ({ headers: { cookie = '' } }: IncomingMessage): string | null =>
  new RegExp(`(?:^|; )${SESSION}=(\\w+)`).exec(cookie)?.[1] ?? null;

function leadBack(response: ServerResponse, to: string, session: string): void {
  const cookie = `${session}; Path=/authorize; HttpOnly; SameSite=Lax`;
  response.writeHead(302, { Location: to, 'Set-Cookie': cookie, 'Cache-Control': 'no-store' }).end();
}

/** The console is on another port, and so another origin. */
function json(response: ServerResponse, body: object, status = 200): void {
  const headers = {
    'Content-Type': 'application/json',
    'Access-Control-Allow-Origin': '*',
    'Cache-Control': 'no-store',
  };
  response.writeHead(status, headers).end(JSON.stringify(body));
}

function choices(query: URLSearchParams): string {
  const items = PEOPLE.map(({ sub, name, groups }) => {
    const chosen = new URLSearchParams(query);
    chosen.set('person', sub);
    return `<li><a href="/authorize?${escaped(chosen.toString())}">${name}</a> (${groups.join(', ')})</li>`;
  });
  return `<p>This identity provider is for this machine only, and asks for no password.</p><ul>${items.join('')}</ul>`;
}

const escaped = (html: string): string =>
  html.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

function page(response: ServerResponse, status: number, title: string, content: string): void {
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': "default-src 'none'" };
  response
    .writeHead(status, headers)
    .end(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head>` +
        `<body><main><h1>${title}</h1>${content}</main></body></html>`,
    );
}
