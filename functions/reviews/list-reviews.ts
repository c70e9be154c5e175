import { reviewRepo } from '../../lib/alerts/review/review-job.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.listReviews, ({ query, organisation, deps }) =>
  reviewRepo(deps).list(organisation, query),
);
