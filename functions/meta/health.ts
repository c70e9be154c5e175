import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.health, async ({ deps }) => ({
  status: 'ok',
  stage: deps.stage,
  version: deps.version,
}));
