import { adminClient } from '../../lib/admin/admin-client.ts';
import { deps as platform } from '../../lib/platform/deps.ts';
import { creatingEndpoint } from '../../lib/platform/http/creating-endpoint.ts';
import { replayRepo } from '../../lib/replays/repo.ts';
import { assertBegun, createReplay } from '../../lib/replays/start-replay.ts';
import { ifValid, reporting } from '../../lib/values/dependent-checks.ts';
import { webhookRepo } from '../../lib/webhooks/repo.ts';
import { routes } from './routes.ts';

/** The body with the check of the range, so that a refusal names `from` beside the other invalid fields. */
const body = routes.createReplay.body.superRefine(
  reporting((input) => assertBegun(input, platform().now())),
  { when: ifValid('from') },
);

export const handler = creatingEndpoint(
  { ...routes.createReplay, body },
  (call) => {
    const { now, admin } = call.deps;
    const repos = { replays: replayRepo(call.deps), webhooks: webhookRepo(call.deps) };
    return createReplay({ now, admin, ...repos }, call.organisation, call.body);
  },
  { admin: () => adminClient() },
);
