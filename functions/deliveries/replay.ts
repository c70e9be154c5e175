import { adminClient } from '../../lib/admin/client.ts';
import { presentedDelivery } from '../../lib/deliveries/present.ts';
import { deliveryRepo } from '../../lib/deliveries/repo.ts';
import { ApiError } from '../../lib/errors.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { streamed } from '../../lib/http/stream.ts';
import { routes } from '../routes.ts';

export const handler = streamed(
  endpoint(
    routes.replayDelivery,
    async ({ params, organisation, deps }) => {
      const deliveries = deliveryRepo(deps);
      await deliveries.get(organisation, params.id);
      const { accepted } = await deps.admin.replay(organisation, [params.id]);
      if (accepted.length === 0) throw new ApiError('conflict', 'Only a delivered or failed delivery can be replayed.');
      return presentedDelivery(deliveries, organisation, await deliveries.get(organisation, params.id));
    },
    { admin: () => adminClient() },
  ),
);
