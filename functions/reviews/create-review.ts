import { createReview } from '../../lib/alerts/review/review-job.ts';
import { creatingEndpoint } from '../../lib/platform/http/creating-endpoint.ts';
import { jobClient } from '../../lib/platform/jobs/job-client.ts';
import { routes } from './routes.ts';

export const handler = creatingEndpoint(
  routes.createReview,
  ({ deps, organisation, actor, body }) => createReview(deps, organisation, actor, body),
  { jobs: () => jobClient() },
);
