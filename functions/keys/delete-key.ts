import { apiKeyRepo } from '../../lib/organisations/api-keys/repo.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.deleteKey, async ({ params, organisation, deps }) => {
  await apiKeyRepo(deps).revokeUnlessLast(organisation, params.id);
  return null;
});
