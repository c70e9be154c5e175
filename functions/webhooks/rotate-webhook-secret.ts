import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { configuredSealer } from '../../lib/platform/sealer.ts';
import { rotateSecret } from '../../lib/webhooks/change-webhook.ts';
import { routes } from './routes.ts';

export const handler = endpoint(
  routes.rotateWebhookSecret,
  ({ params, organisation, deps }) => rotateSecret(deps, organisation, params.id),
  { sealer: configuredSealer },
);
