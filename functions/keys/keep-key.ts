import { keepingCookie } from '../../lib/organisations/api-keys/kept-key.ts';
import { bearerToken } from '../../lib/organisations/api-keys/key.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { Reply } from '../../lib/platform/http/reply.ts';
import { configuredSealer } from '../../lib/platform/sealer.ts';
import { ApiError, unauthorized } from '../../lib/values/errors.ts';
import { routes } from './routes.ts';

export const handler = endpoint(
  routes.keepKey,
  async ({ headers, actor, deps }) => {
    if (actor.kind !== 'key') throw new ApiError('forbidden', 'A browser keeps API keys only, and no access token.');
    const key = bearerToken(headers.authorization);
    if (key === undefined) throw unauthorized('No valid API key.');
    const { cookie, expiresAt } = keepingCookie(await deps.sealer(), key, deps.now());
    return new Reply(200, { expiresAt }, { 'Set-Cookie': cookie, 'Cache-Control': 'no-store' });
  },
  { sealer: configuredSealer },
);
