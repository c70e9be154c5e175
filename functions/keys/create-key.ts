import { createKey } from '../../lib/api-keys/create-key-for.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.createKey, ({ body, organisation, deps }) =>
  createKey(deps, organisation, body),
);
