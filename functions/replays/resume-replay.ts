import { adminClient } from '../../lib/admin/admin-client.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { replayRepo } from '../../lib/replays/repo.ts';
import { resumeReplay } from '../../lib/replays/start-replay.ts';
import { routes } from './routes.ts';

export const handler = endpoint(
  routes.resumeReplay,
  ({ params, organisation, deps }) =>
    resumeReplay({ admin: deps.admin, replays: replayRepo(deps) }, organisation, params.id),
  { admin: () => adminClient() },
);
