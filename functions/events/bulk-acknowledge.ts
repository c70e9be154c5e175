import { acknowledge, eventRepo } from '../../lib/events/repo.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { streamed } from '../../lib/http/stream.ts';
import { routes } from '../routes.ts';

export const handler = streamed(
  endpoint(routes.bulkAcknowledgeEvents, ({ body, organisation, keyId, deps }) =>
    eventRepo(deps).reviewAll(organisation, body.ids, acknowledge({ keyId, at: deps.now() })),
  ),
);
