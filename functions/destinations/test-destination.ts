import { pingDestination } from '../../lib/channels/destinations/ping-destination.ts';
import { destinationRepo } from '../../lib/channels/destinations/repo.ts';
import { channels } from '../../lib/channels/index.ts';
import { firstAttempts } from '../../lib/deliveries/clients.ts';
import { deliveryResponse } from '../../lib/deliveries/delivery-response.ts';
import { deliveryRepo } from '../../lib/deliveries/repo.ts';
import { creatingEndpoint } from '../../lib/platform/http/creating-endpoint.ts';
import { routes } from './routes.ts';

export const handler = creatingEndpoint(
  routes.testDestination,
  async ({ params, organisation, deps }) => {
    const deliveries = deliveryRepo(deps);
    const destination = await destinationRepo(deps).get(organisation, params.id);
    const delivery = await pingDestination({ ...deps, deliveries, channels }, organisation, destination);
    return deliveryResponse(deliveries, delivery);
  },
  { queue: firstAttempts },
);
