import { endpoint } from '../../lib/http/endpoint.ts';
import { configuredSealer } from '../../lib/secrets.ts';
import { rotateSecret } from '../../lib/webhooks/change.ts';
import { routes } from '../routes.ts';

export const handler = endpoint(
  routes.rotateWebhookSecret,
  ({ params, organisation, deps }) => rotateSecret(deps, organisation, params.id),
  { sealer: configuredSealer },
);
