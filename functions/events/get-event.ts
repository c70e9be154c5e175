import { eventRepo } from '../../lib/alerts/events/repo.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.getEvent, ({ params, organisation, deps }) =>
  eventRepo(deps).get(organisation, params.id),
);
