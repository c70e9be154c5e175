import { ping } from '../../lib/channels/webhook/ping.ts';
import { firstAttempts } from '../../lib/deliveries/clients.ts';
import { deliveryResponse } from '../../lib/deliveries/delivery-response.ts';
import { deliveryRepo } from '../../lib/deliveries/repo.ts';
import { creatingEndpoint } from '../../lib/platform/http/creating-endpoint.ts';
import { webhookRepo } from '../../lib/webhooks/repo.ts';
import { routes } from './routes.ts';

export const handler = creatingEndpoint(
  routes.testWebhook,
  async ({ params, organisation, deps }) => {
    const deliveries = deliveryRepo(deps);
    const webhook = await webhookRepo(deps).get(organisation, params.id);
    const delivery = await ping({ ...deps, deliveries, queue: deps.queue }, organisation, webhook);
    return deliveryResponse(deliveries, delivery);
  },
  { queue: firstAttempts },
);
