import { deliveryResponse } from '../../lib/deliveries/delivery-response.ts';
import { deliveryRepo } from '../../lib/deliveries/repo.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.listDeliveries, async ({ query, organisation, deps }) => {
  const deliveries = deliveryRepo(deps);
  const { data, meta } = await deliveries.list(organisation, query);
  return { data: await Promise.all(data.map((each) => deliveryResponse(deliveries, organisation, each))), meta };
});
