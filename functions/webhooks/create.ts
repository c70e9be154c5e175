import { endpoint } from '../../lib/http/endpoint.ts';
import { outboundPolicy } from '../../lib/outbound/configured.ts';
import { configuredSealer } from '../../lib/secrets.ts';
import { createWebhook } from '../../lib/webhooks/change.ts';
import { routes } from '../routes.ts';

export const handler = endpoint(
  routes.createWebhook,
  ({ body, organisation, deps }) => createWebhook(deps, organisation, body),
  { policy: outboundPolicy, sealer: configuredSealer },
);
