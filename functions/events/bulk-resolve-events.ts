import { resolve, reviewerOf } from '../../lib/alerts/events/repo.ts';
import { reviewEvents } from '../../lib/alerts/review/review-events.ts';
import { reviewDeps } from '../../lib/alerts/review/review-wiring.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { routes } from './routes.ts';

export const handler = endpoint(
  routes.bulkResolveEvents,
  async (call) => {
    const { body, organisation, deps } = call;
    return reviewEvents(deps.reviews, organisation, body.ids, resolve(reviewerOf(call), body.note ?? null));
  },
  { reviews: reviewDeps },
);
