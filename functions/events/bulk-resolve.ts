import { eventRepo, resolve } from '../../lib/events/repo.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { streamed } from '../../lib/http/stream.ts';
import { routes } from '../routes.ts';

export const handler = streamed(
  endpoint(routes.bulkResolveEvents, ({ body, organisation, keyId, deps }) =>
    eventRepo(deps).reviewAll(organisation, body.ids, resolve({ keyId, at: deps.now() }, body.note)),
  ),
);
