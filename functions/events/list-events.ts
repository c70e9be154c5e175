import { eventRepo } from '../../lib/alerts/events/repo.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { streamed } from '../../lib/platform/http/stream.ts';
import { routes } from './routes.ts';

export const handler = streamed(
  endpoint(routes.listEvents, ({ query, organisation, deps }) => eventRepo(deps).list(organisation, query)),
);
