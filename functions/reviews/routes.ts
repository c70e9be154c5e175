import { CreateReview, Review, ReviewQuery } from '../../lib/alerts/review/review-schema.ts';
import type { Route } from '../../lib/platform/http/route.ts';
import { jobRoutes } from '../job-routes.ts';

const { create, list, get, cancel } = jobRoutes({
  ...{ name: 'review', path: '/api/alerts/reviews', tag: 'Alert events' },
  ...{ body: CreateReview, job: Review, query: ReviewQuery },
});

export const routes = {
  createReview: {
    ...create,
    scope: 'review',
    summary: 'Review all that match',
    description:
      'Acknowledges or resolves all alert events that a filter finds, of which there may be thousands. Events that ' +
      'fire later are no part of it: `to` leaves out what the caller has not seen.',
    access: { table: ['GetItem', 'PutItem', 'UpdateItem'], invokes: ['run-jobs'] },
  },
  listReviews: {
    ...list,
    summary: 'List reviews',
    description: 'Newest first. A review is listed for two days after its end.',
    access: { table: ['Query'] },
  },
  getReview: {
    ...get,
    summary: 'Get a review',
    description: 'With its progress.',
    access: { table: ['GetItem'] },
  },
  cancelReview: {
    ...cancel,
    scope: 'review',
    summary: 'Cancel a review',
    description: 'What a running review has reviewed stays so.',
    access: { table: ['GetItem', 'PutItem', 'UpdateItem'] },
  },
} as const satisfies Record<string, Route>;
