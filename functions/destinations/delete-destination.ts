import { destinationRepo } from '../../lib/channels/destinations/repo.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.deleteDestination, async ({ params, organisation, deps }) => {
  await destinationRepo(deps).remove(organisation, params.id);
  return null;
});
