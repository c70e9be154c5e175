import { endpoint } from '../../lib/http/endpoint.ts';
import { outboundPolicy } from '../../lib/outbound/configured.ts';
import { updateWebhook } from '../../lib/webhooks/change.ts';
import { routes } from '../routes.ts';

export const handler = endpoint(
  routes.updateWebhook,
  ({ params, body, organisation, deps }) => updateWebhook(deps, organisation, params.id, body),
  { policy: outboundPolicy },
);
