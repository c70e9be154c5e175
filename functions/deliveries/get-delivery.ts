import { deliveryResponse } from '../../lib/deliveries/delivery-response.ts';
import { deliveryRepo } from '../../lib/deliveries/repo.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.getDelivery, async ({ params, organisation, deps }) => {
  const deliveries = deliveryRepo(deps);
  return deliveryResponse(deliveries, await deliveries.get(organisation, params.id));
});
