import { decodeJwt, type JWTPayload, jwtVerify } from 'jose';
import * as z from 'zod';
import { type Caller, type Scope, scopes } from '../../platform/caller.ts';
import { errorFields, log } from '../../platform/log.ts';
import { name } from '../../values/fields.ts';
import { type IssuerKeysDeps, issuerKeys } from './issuer-keys.ts';
import type { SignInRepo } from './repo.ts';
import type { SignIn } from './schema.ts';

/** API Gateway takes headers of 10 KB together. */
const MOST_CHARACTERS = 8_192;
const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]+$/;
/** The asymmetric ones. With another one, the public key of the issuer could sign a token. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
/** How far the clocks of the issuer and of this service may differ before a token begins. It ends on time. */
const SKEW_SECONDS = 30;
const MOST_AUDIENCES = 5;

/** The issuer and the audience that a token states, before anybody has checked the token. */
const Claimed = z.object({
  iss: z.string().min(1).max(255),
  aud: z.union([z.string().transform((audience) => [audience]), z.array(z.string()).min(1).max(MOST_AUDIENCES)]),
});

const Claims = z.object({
  // OpenID Connect has 255 ASCII characters at most. Keys of the table need `#`.
  sub: z.string().regex(/^[\x21-\x22\x24-\x7e]{1,255}$/),
  // The last second of the year 9999.
  exp: z.number().min(0).max(253_402_300_799),
});
const PersonName = name(100);
const Email = z.email().max(254);

interface PersonDeps extends IssuerKeysDeps {
  readonly signIns: Pick<SignInRepo, 'of'>;
}

/** A person with a valid access token, which ends at `expiresAt`. */
export interface IdentifiedPerson extends Omit<Caller, 'requestsPerSecond'> {
  readonly expiresAt: string;
}

/**
 * Who has an access token. Null unless the token is valid, and its claim has values of exactly one organisation. Only
 * issuers that an operator configured are asked for keys.
 */
export function personIdentifier(deps: PersonDeps) {
  const { signIns } = deps;
  const issuers = issuerKeys(deps);
  return async (token: string): Promise<IdentifiedPerson | null> => {
    const claimed = claimedBy(token);
    if (claimed === null) return null;
    const { iss: issuer, aud } = claimed;
    const configured = (await Promise.all([...new Set(aud)].map((audience) => signIns.of(issuer, audience)))).flat();
    if (configured.length === 0) return null;
    const audience = configured.map((signIn) => signIn.audience);
    const options = { issuer, audience, algorithms: ALGORITHMS, clockTolerance: SKEW_SECONDS, currentDate: deps.now() };
    try {
      const { payload } = await issuers.verified(issuer, (keys) => jwtVerify(token, keys, options));
      return identified(payload, configured, deps.now());
    } catch (error) {
      // Callers learn no reason. Operators find it here.
      log.info('sign_in.token_refused', errorFields(error));
      return null;
    }
  };
}

function claimedBy(token: string): z.output<typeof Claimed> | null {
  if (token.length > MOST_CHARACTERS || !COMPACT.test(token)) return null;
  try {
    return Claimed.safeParse(decodeJwt(token)).data ?? null;
  } catch {
    // `decodeJwt` throws for every text that is no token.
    return null;
  }
}

/** @throws Error that tells operators why nobody is identified. */
function identified(payload: JWTPayload, configured: readonly SignIn[], now: Date): IdentifiedPerson {
  const { sub, exp } = Claims.parse(payload);
  const expires = new Date(exp * 1000);
  const rights = configured.flatMap((signIn) =>
    valuesOf(payload, signIn.scopeClaim).flatMap((value) => {
      const scope = Object.hasOwn(signIn.scopes, value) ? signIn.scopes[value] : undefined;
      return scope === undefined ? [] : [{ organisation: signIn.organisationId, scope }];
    }),
  );
  const [right, ...others] = rights;
  const isAmbiguous = others.some(({ organisation }) => organisation !== right?.organisation);
  if (right === undefined) throw new Error('the claim has no value of an organisation');
  if (isAmbiguous) throw new Error('the claim has values of several organisations');
  if (expires <= now) throw new Error('the token has expired');
  const actor = { kind: 'person', id: `person:${sub}`, name: nameIn(payload, sub), email: emailIn(payload) } as const;
  return { organisation: right.organisation, actor, scope: highest(rights), expiresAt: expires.toISOString() };
}

/** OAuth writes the values of `scope` between spaces (RFC 8693, 4.2), and some issuers call this claim `scp`. */
function valuesOf(payload: JWTPayload, claim: string): readonly string[] {
  const value = Object.hasOwn(payload, claim) ? payload[claim] : undefined;
  if (typeof value === 'string') return claim === 'scope' || claim === 'scp' ? value.split(' ') : [value];
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

const highest = (rights: readonly { readonly scope: Scope }[]): Scope =>
  scopes.findLast((scope) => rights.some((right) => right.scope === scope)) ?? 'read';

const nameIn = ({ name: own, preferred_username: username, email }: JWTPayload, sub: string): string =>
  [own, username, email].flatMap((text) => PersonName.safeParse(text).data ?? [])[0] ?? sub.slice(0, 100);

const emailIn = ({ email }: JWTPayload): string | null => Email.safeParse(email).data ?? null;
