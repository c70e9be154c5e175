import { assertExpiry, createKey } from '../../lib/organisations/api-keys/create-key-for.ts';
import { deps as platform } from '../../lib/platform/deps.ts';
import { creatingEndpoint } from '../../lib/platform/http/creating-endpoint.ts';
import { ifValid, reporting } from '../../lib/values/dependent-checks.ts';
import { routes } from './routes.ts';

/** The body with the check of the expiry, so that a refusal names `expiresAt` beside the other invalid fields. */
const body = routes.createKey.body.superRefine(
  reporting((input) => assertExpiry(input, platform().now())),
  { when: ifValid('expiresAt') },
);

export const handler = creatingEndpoint({ ...routes.createKey, body }, (call) =>
  createKey(call.deps, call.organisation, call.body),
);
