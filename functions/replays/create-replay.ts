import { destinationRepo } from '../../lib/channels/destinations/repo.ts';
import { deps as platform } from '../../lib/platform/deps.ts';
import { creatingEndpoint } from '../../lib/platform/http/creating-endpoint.ts';
import { jobClient } from '../../lib/platform/jobs/job-client.ts';
import { assertBegun, createReplay } from '../../lib/replays/start-replay.ts';
import { ifValid, reporting } from '../../lib/values/dependent-checks.ts';
import { routes } from './routes.ts';

/** The body with the check of the range, so that a refusal names `from` beside the other invalid fields. */
const body = routes.createReplay.body.superRefine(
  reporting((input) => assertBegun(input, platform().now())),
  { when: ifValid('from') },
);

export const handler = creatingEndpoint(
  { ...routes.createReplay, body },
  (call) => createReplay(call.deps, call.organisation, call.body),
  { jobs: () => jobClient(), destinations: destinationRepo },
);
