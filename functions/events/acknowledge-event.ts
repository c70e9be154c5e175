import { acknowledge, eventRepo } from '../../lib/alerts/events/repo.ts';
import { reviewerOf } from '../../lib/alerts/events/reviewer.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.acknowledgeEvent, async (call) => {
  const { params, organisation, deps } = call;
  const { event } = await eventRepo(deps).review(organisation, params.id, acknowledge(await reviewerOf(call)));
  return event;
});
