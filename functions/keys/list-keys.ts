import { apiKeyRepo } from '../../lib/organisations/api-keys/repo.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.listKeys, ({ query, organisation, deps }) =>
  apiKeyRepo(deps).list(organisation, query),
);
