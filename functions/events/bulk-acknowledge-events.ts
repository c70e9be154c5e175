import { acknowledge, eventRepo } from '../../lib/alerts/events/repo.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.bulkAcknowledgeEvents, ({ body, organisation, keyId, deps }) =>
  eventRepo(deps).reviewAll(organisation, body.ids, acknowledge({ keyId, at: deps.now() })),
);
