import { deliveriesOfEvent } from '../../lib/alerts/evaluation/deliveries-of-event.ts';
import { eventRepo } from '../../lib/alerts/events/repo.ts';
import { deliveryResponse } from '../../lib/deliveries/delivery-response.ts';
import { deliveryRepo } from '../../lib/deliveries/repo.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.listDeliveries, async ({ query, organisation, deps }) => {
  const deliveries = deliveryRepo(deps);
  const { eventId, ...filters } = query;
  const { data, meta } =
    eventId === undefined
      ? await deliveries.list(organisation, filters)
      : await deliveriesOfEvent({ ...deps, events: eventRepo(deps), deliveries }, organisation, eventId, filters);
  return { data: await Promise.all(data.map((each) => deliveryResponse(deliveries, each))), meta };
});
