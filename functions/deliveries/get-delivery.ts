import { deliveryResponse } from '../../lib/deliveries/delivery-response.ts';
import { deliveryRepo } from '../../lib/deliveries/repo.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.getDelivery, async ({ params, organisation, deps }) => {
  const deliveries = deliveryRepo(deps);
  const delivery = await deliveries.get(organisation, params.id);
  const { sentHeaders = {}, body } = delivery;
  return { ...(await deliveryResponse(deliveries, delivery)), request: { headers: sentHeaders, body } };
});
