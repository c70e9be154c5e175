import { FORGETTING_COOKIE } from '../../lib/organisations/api-keys/kept-key.ts';
import { publicEndpoint } from '../../lib/platform/http/public-endpoint.ts';
import { Reply } from '../../lib/platform/http/reply.ts';
import { routes } from './routes.ts';

/** Needs no key: a person may sign out after the key was revoked. */
export const handler = publicEndpoint(
  routes.forgetKey,
  async () => new Reply(204, null, { 'Set-Cookie': FORGETTING_COOKIE, 'Cache-Control': 'no-store' }),
);
