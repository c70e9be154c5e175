import { env } from '../../lib/platform/env.ts';
import { publicEndpoint } from '../../lib/platform/http/public-endpoint.ts';
import { routes } from './routes.ts';

export const handler = publicEndpoint(routes.health, async () => {
  const { STAGE: stage, VERSION: version } = env.base();
  return { status: 'ok', stage, version };
});
