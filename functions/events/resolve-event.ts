import { eventRepo, resolve } from '../../lib/alerts/events/repo.ts';
import { reviewerOf } from '../../lib/alerts/events/reviewer.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.resolveEvent, async (call) => {
  const { params, body, organisation, deps } = call;
  const step = resolve(await reviewerOf(call), body.note);
  const { event } = await eventRepo(deps).review(organisation, params.id, step);
  return event;
});
