import { deliveryResponse } from '../../lib/deliveries/delivery-response.ts';
import { deliveryRepo } from '../../lib/deliveries/repo.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { replayClient } from '../../lib/replays/replay-client.ts';
import { ApiError } from '../../lib/values/errors.ts';
import { routes } from './routes.ts';

export const handler = endpoint(
  routes.replayDelivery,
  async ({ params, organisation, deps }) => {
    const deliveries = deliveryRepo(deps);
    await deliveries.get(organisation, params.id);
    const { accepted } = await deps.replay(organisation, [params.id]);
    if (accepted.length === 0) throw new ApiError('conflict', 'Only a delivery that ended can be replayed.');
    return deliveryResponse(deliveries, await deliveries.get(organisation, params.id));
  },
  { replay: () => replayClient() },
);
