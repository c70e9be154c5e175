import { acknowledge, eventRepo } from '../../lib/alerts/events/repo.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.acknowledgeEvent, async ({ params, organisation, keyId, deps }) => {
  const step = acknowledge({ keyId, at: deps.now() });
  const { event } = await eventRepo(deps).review(organisation, params.id, step);
  return event;
});
