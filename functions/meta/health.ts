import { env } from '../../lib/platform/env.ts';
import { publicEndpoint } from '../../lib/platform/http/public-endpoint.ts';
import { routes } from './routes.ts';

/** Loads the AWS client only for a deep check: others ask often, and get their answer without any call. */
export const handler = publicEndpoint(routes.health, async ({ query, headers }) => {
  const service = { stage: env.base().STAGE, version: env.version().VERSION };
  if (query.deep !== 'true') return { status: 'ok', ...service };
  const { deepHealth } = await import('../../lib/operation/health/deep-health.ts');
  return { ...service, ...(await deepHealth(headers.authorization)) };
});
