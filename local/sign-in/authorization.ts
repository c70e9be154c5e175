import { createHash } from 'node:crypto';
import * as z from 'zod';
import { isLoopbackHost } from '../../lib/platform/outbound/url.ts';
import { LOCAL_CLIENT, PEOPLE, type Person } from './people.ts';

/** A code works once, and for so long. */
const CODE_MS = 60_000;
const MOST_CODES = 100;

/** Where a person returns to: the console on this machine. */
const RedirectUri = z.url().refine((text) => {
  const { protocol, hostname, pathname } = new URL(text);
  return protocol === 'http:' && isLoopbackHost(hostname) && pathname === '/console/';
}, 'must be the console on this machine');

/** The question of a client, as OAuth has it (RFC 6749, 4.1.1; RFC 7636, 4.3). */
export const AuthorizationRequest = z.object({
  response_type: z.literal('code'),
  client_id: z.literal(LOCAL_CLIENT),
  redirect_uri: RedirectUri,
  code_challenge: z.string().regex(/^[\w-]{43}$/),
  code_challenge_method: z.literal('S256'),
  state: z.string().max(500).optional(),
  nonce: z.string().max(500).optional(),
});
export type AuthorizationRequest = z.output<typeof AuthorizationRequest>;

/** The question to end a session (OpenID Connect RP-Initiated Logout 1.0). On one machine the hint is believed. */
export const EndSessionRequest = z.object({ id_token_hint: z.string().min(1), post_logout_redirect_uri: RedirectUri });

export const TokenRequest = z.object({
  grant_type: z.literal('authorization_code'),
  client_id: z.literal(LOCAL_CLIENT),
  code: z.string(),
  redirect_uri: z.string(),
  code_verifier: z.string().regex(/^[\w.~-]{43,128}$/),
});

interface Granted {
  readonly person: Person;
  readonly nonce: string | undefined;
}

/** The codes by which a client gets tokens. */
export function authorizationCodes(now: () => number = Date.now) {
  const known = new Map<string, Granted & { readonly request: AuthorizationRequest; readonly until: number }>();
  return {
    /** Where a browser goes when a person has signed in; undefined for an unknown person. */
    grant(request: AuthorizationRequest, sub: string | null): string | undefined {
      const person = PEOPLE.find((each) => each.sub === sub);
      if (person === undefined) return undefined;
      const [oldest] = known.keys();
      if (known.size >= MOST_CODES && oldest !== undefined) known.delete(oldest);
      const code = crypto.randomUUID();
      known.set(code, { person, nonce: request.nonce, request, until: now() + CODE_MS });
      const url = new URL(request.redirect_uri);
      url.searchParams.set('code', code);
      if (request.state !== undefined) url.searchParams.set('state', request.state);
      return url.href;
    },

    /** Who gets tokens for a code; undefined when the code is used, too old, or belongs to another client. */
    redeem({ code, redirect_uri: redirectUri, code_verifier: verifier }: z.output<typeof TokenRequest>) {
      const granted = known.get(code);
      known.delete(code);
      if (granted === undefined || now() >= granted.until || granted.request.redirect_uri !== redirectUri)
        return undefined;
      const challenge = createHash('sha256').update(verifier).digest('base64url');
      return challenge === granted.request.code_challenge ? granted : undefined;
    },
  };
}
