import { eventRepo, resolve } from '../../lib/alerts/events/repo.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.bulkResolveEvents, ({ body, organisation, keyId, deps }) =>
  eventRepo(deps).reviewAll(organisation, body.ids, resolve({ keyId, at: deps.now() }, body.note)),
);
