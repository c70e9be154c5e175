import { reviewRepo } from '../../lib/alerts/review/review-job.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.getReview, ({ params, organisation, deps }) =>
  reviewRepo(deps).get(organisation, params.id),
);
