import { adminClient } from '../../lib/admin/admin-client.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { routes } from './routes.ts';

export const handler = endpoint(
  routes.replayDeliveries,
  ({ body, organisation, deps }) => deps.admin.replay(organisation, body.ids),
  { admin: () => adminClient() },
);
