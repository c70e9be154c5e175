import { creatingEndpoint } from '../../lib/platform/http/creating-endpoint.ts';
import { configuredOutbound } from '../../lib/platform/outbound/outbound.ts';
import { withUrlChecks } from '../../lib/platform/outbound/url-fields.ts';
import { configuredSealer } from '../../lib/platform/sealer.ts';
import { createWebhook } from '../../lib/webhooks/change-webhook.ts';
import { routes } from './routes.ts';

export const handler = creatingEndpoint(
  { ...routes.createWebhook, body: withUrlChecks(routes.createWebhook.body, 'url') },
  ({ body, organisation, deps }) => createWebhook(deps, organisation, body),
  { outbound: configuredOutbound, sealer: configuredSealer },
);
