import { acknowledge, reviewerOf } from '../../lib/alerts/events/repo.ts';
import { reviewEvent } from '../../lib/alerts/review/review-events.ts';
import { reviewDeps } from '../../lib/alerts/review/review-wiring.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { routes } from './routes.ts';

export const handler = endpoint(
  routes.acknowledgeEvent,
  async (call) => {
    const { params, body, organisation, deps } = call;
    const step = acknowledge(reviewerOf(call), body.note ?? null);
    return (await reviewEvent(deps.reviews, organisation, params.id, step)).event;
  },
  { reviews: reviewDeps },
);
