import { FORGETTING_COOKIE, keptKey } from '../../lib/organisations/api-keys/kept-key.ts';
import { hashOf } from '../../lib/organisations/api-keys/key.ts';
import { apiKeyRepo } from '../../lib/organisations/api-keys/repo.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { Reply } from '../../lib/platform/http/reply.ts';
import { addLogContext } from '../../lib/platform/log.ts';
import { configuredSealer } from '../../lib/platform/sealer.ts';
import { ApiError } from '../../lib/values/errors.ts';
import { routes } from './routes.ts';

const NOT_STORED = { 'Cache-Control': 'no-store' };

const refusal = (headers: Record<string, string>): ApiError =>
  new ApiError('unauthorized', 'This browser keeps no key that works. Sign in with an API key.', {
    headers: { 'WWW-Authenticate': 'Bearer', ...NOT_STORED, ...headers },
  });

/**
 * Answers the key that the browser keeps, while the key works. The authorizer denies the key of a suspended
 * organisation when the page uses the key.
 */
export const handler = endpoint(
  routes.resumeKey,
  async ({ headers, deps }) => {
    // Browsers state where a request comes from, and no page can change it. Another origin must not end the sign-in,
    // so this refusal leaves the cookie in its place.
    if (headers['sec-fetch-site'] !== 'same-origin') throw refusal({});
    const key = keptKey(await deps.sealer(), headers.cookie, deps.now());
    const credential = key === null ? null : await deps.apiKeys.valid(hashOf(key));
    if (credential === null) throw refusal({ 'Set-Cookie': FORGETTING_COOKIE });
    addLogContext({ organisation: credential.organisationId, keyId: credential.id });
    return new Reply(200, { key }, NOT_STORED);
  },
  { apiKeys: apiKeyRepo, sealer: configuredSealer },
);
