import { adminClient } from '../../lib/admin/admin-client.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { replayRepo } from '../../lib/replays/repo.ts';
import { createReplay } from '../../lib/replays/start-replay.ts';
import { webhookRepo } from '../../lib/webhooks/repo.ts';
import { routes } from './routes.ts';

export const handler = endpoint(
  routes.createReplay,
  ({ body, organisation, deps }) => {
    const { now, admin } = deps;
    return createReplay({ now, admin, replays: replayRepo(deps), webhooks: webhookRepo(deps) }, organisation, body);
  },
  { admin: () => adminClient() },
);
