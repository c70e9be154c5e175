import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import type { FetchedDocument } from '../../lib/platform/outbound/fetch-document.ts';

export const AUDIENCE = 'https://api.chainwatch.example';

/** An identity provider that signs what a test wants, and answers the documents that verifiers ask for. */
export async function anIssuer(issuer = 'https://login.example.com') {
  const newKey = async (kid: string) => ({ kid, ...(await generateKeyPair('RS256', { extractable: true })) });
  const asked: string[] = [];
  let keys = [await newKey('first')];
  let failure: Error | undefined;
  let named = issuer;

  async function documentAt(url: string): Promise<unknown> {
    if (url === `${issuer}/.well-known/openid-configuration`) return { issuer: named, jwks_uri: `${issuer}/jwks` };
    const shown = keys.map(async ({ kid, publicKey }) => ({ ...(await exportJWK(publicKey)), kid, use: 'sig' }));
    return { keys: await Promise.all(shown) };
  }

  return {
    issuer,
    /** The URLs that were asked for. */
    asked,
    documentAt,
    newest: () => keys.at(-1) ?? keys[0],

    /** From now on the issuer signs with a new key. @param others how many of the older keys it still shows. */
    async rotate(kid: string, others = 1): Promise<void> {
      keys = [...keys.slice(keys.length - others), await newKey(kid)];
    },

    /** Answers nothing any more, or answers again. */
    fail(error: Error | undefined): void {
      failure = error;
    },

    /** The document of the issuer names another issuer. */
    nameAnother(other: string): void {
      named = other;
    },

    /** A token for five minutes from `at`, signed with the newest key. Claims and header may differ. */
    async token(at: Date, claims: JWTPayload = {}, header: { alg?: string; kid?: string } = {}): Promise<string> {
      const key = keys.at(-1);
      if (key === undefined) throw new Error('the issuer has no key');
      const seconds = Math.floor(at.getTime() / 1000);
      const own = { iss: issuer, aud: AUDIENCE, sub: 'ada', iat: seconds, exp: seconds + 300, groups: ['reviewers'] };
      const payload: JWTPayload = { ...own, ...claims };
      return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: key.kid, ...header }).sign(key.privateKey);
    },

    async fetchDocument({ url }: { readonly url: string }): Promise<FetchedDocument> {
      asked.push(url);
      if (failure !== undefined) throw failure;
      const body = Buffer.from(JSON.stringify(await documentAt(url)));
      return { statusCode: 200, contentType: 'application/json', etag: null, lastModified: null, body };
    },
  };
}
