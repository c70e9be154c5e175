import { eventRepo, resolve } from '../../lib/alerts/events/repo.ts';
import { reviewerOf } from '../../lib/alerts/events/reviewer.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.bulkResolveEvents, async (call) => {
  const { body, organisation, deps } = call;
  return eventRepo(deps).reviewAll(organisation, body.ids, resolve(await reviewerOf(call), body.note));
});
