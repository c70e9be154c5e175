import { destinationRepo } from '../../lib/channels/destinations/repo.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.listDestinations, ({ query, organisation, deps }) =>
  destinationRepo(deps).list(organisation, query),
);
