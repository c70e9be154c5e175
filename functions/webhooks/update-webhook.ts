import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { configuredOutbound } from '../../lib/platform/outbound/outbound.ts';
import { withUrlChecks } from '../../lib/platform/outbound/url-fields.ts';
import { configuredSealer } from '../../lib/platform/sealer.ts';
import { updateWebhook } from '../../lib/webhooks/change-webhook.ts';
import { routes } from './routes.ts';

export const handler = endpoint(
  { ...routes.updateWebhook, body: withUrlChecks(routes.updateWebhook.body, 'url') },
  ({ params, body, organisation, deps }) => updateWebhook(deps, organisation, params.id, body),
  { outbound: configuredOutbound, sealer: configuredSealer },
);
