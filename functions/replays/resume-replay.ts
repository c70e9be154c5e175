import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { jobClient } from '../../lib/platform/jobs/job-client.ts';
import { resumeReplay } from '../../lib/replays/start-replay.ts';
import { routes } from './routes.ts';

export const handler = endpoint(
  routes.resumeReplay,
  ({ params, organisation, deps }) => resumeReplay(deps, organisation, params.id),
  { jobs: () => jobClient() },
);
