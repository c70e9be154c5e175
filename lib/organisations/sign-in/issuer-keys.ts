import { createLocalJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import type { Deps } from '../../platform/deps.ts';
import { errorFields, log } from '../../platform/log.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';

/** A process asks an issuer again after this time, for the keys that are new and for those that are gone. */
const FRESH_MS = 10 * 60_000;
/** An issuer that does not answer keeps its known keys for so long. */
const KEPT_MS = 60 * 60_000;
/** The shortest time between two questions, also for a token that names an unknown key. */
const PAUSE_MS = 30_000;
/** For both documents. The authorizer has 5 s. */
const TIMEOUT_MS = 2_500;
const MOST_BYTES = 128 * 1024;
const MOST_ISSUERS = 200;

const Discovery = z.object({ issuer: z.string(), jwks_uri: z.url() });
const KeySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(100) });

export interface IssuerKeysDeps extends Pick<Deps, 'now'> {
  readonly outbound: Pick<Outbound, 'fetchDocument'>;
}

interface Keys {
  readonly set: JWTVerifyGetKey;
  readonly at: number;
}

/** What a process knows of an issuer. Requests that come meanwhile wait for the same answer. */
interface Known {
  readonly askedAt: number;
  readonly keys: Promise<Keys | null>;
}

/** The public keys of issuers, as a process remembers them. Only an issuer that an operator configured may be asked. */
export function issuerKeys({ outbound, now }: IssuerKeysDeps) {
  const known = new LRUCache<string, Known>({ max: MOST_ISSUERS });

  /** The keys after a question, unless the issuer was asked a moment ago. */
  function asked(issuer: string): Promise<Keys | null> {
    const at = now().getTime();
    const before = known.get(issuer);
    if (before !== undefined && at < before.askedAt + PAUSE_MS) return before.keys;
    const keys = fetchKeys(outbound, issuer).then(
      (set) => ({ set, at }),
      async (error: unknown) => {
        log.warn('sign_in.issuer_failed', errorFields(error));
        const kept = (await before?.keys) ?? null;
        return kept !== null && at < kept.at + KEPT_MS ? kept : null;
      },
    );
    known.set(issuer, { askedAt: at, keys });
    return keys;
  }

  async function current(issuer: string): Promise<Keys | null> {
    const held = (await known.get(issuer)?.keys) ?? null;
    return held !== null && now().getTime() < held.at + FRESH_MS ? held : asked(issuer);
  }

  return {
    /** What `verify` makes of the keys of the issuer. Asks the issuer again when it has a new key. */
    async verified<T>(issuer: string, verify: (keys: JWTVerifyGetKey) => Promise<T>): Promise<T> {
      const keys = await current(issuer);
      if (keys === null) throw new Error('the issuer does not tell its keys');
      try {
        return await verify(keys.set);
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
        const newer = await asked(issuer);
        if (newer === null || newer === keys) throw error;
        return verify(newer.set);
      }
    },
  };
}

async function fetchKeys(outbound: IssuerKeysDeps['outbound'], issuer: string): Promise<JWTVerifyGetKey> {
  const ends = performance.now() + TIMEOUT_MS;
  const json = async (url: string): Promise<unknown> => {
    const timeoutMs = Math.max(1, Math.round(ends - performance.now()));
    const headers = { Accept: 'application/json' };
    const { statusCode, body } = await outbound.fetchDocument({ url, headers, timeoutMs, mostBytes: MOST_BYTES });
    if (statusCode !== 200) throw new Error(`the issuer answered ${statusCode}`);
    return JSON.parse(body.toString('utf8'));
  };
  const discovery = Discovery.parse(await json(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`));
  if (discovery.issuer !== issuer) throw new Error('the document of the issuer names another issuer');
  return createLocalJWKSet(KeySet.parse(await json(discovery.jwks_uri)));
}
