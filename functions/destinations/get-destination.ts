import { destinationRepo } from '../../lib/channels/destinations/repo.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.getDestination, ({ params, organisation, deps }) =>
  destinationRepo(deps).get(organisation, params.id),
);
