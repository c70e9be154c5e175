import { acknowledge, eventRepo } from '../../lib/alerts/events/repo.ts';
import { reviewerOf } from '../../lib/alerts/events/reviewer.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.bulkAcknowledgeEvents, async (call) => {
  const { body, organisation, deps } = call;
  return eventRepo(deps).reviewAll(organisation, body.ids, acknowledge(await reviewerOf(call)));
});
