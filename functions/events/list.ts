import { eventRepo } from '../../lib/events/repo.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { streamed } from '../../lib/http/stream.ts';
import { routes } from '../routes.ts';

export const handler = streamed(
  endpoint(routes.listEvents, ({ query, organisation, deps }) => eventRepo(deps).list(organisation, query)),
);
