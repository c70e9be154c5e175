import { eventRepo, resolve } from '../../lib/alerts/events/repo.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.resolveEvent, async ({ params, body, organisation, keyId, deps }) => {
  const step = resolve({ keyId, at: deps.now() }, body.note);
  const { event } = await eventRepo(deps).review(organisation, params.id, step);
  return event;
});
