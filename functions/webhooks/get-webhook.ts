import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { webhookRepo } from '../../lib/webhooks/repo.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.getWebhook, ({ params, organisation, deps }) =>
  webhookRepo(deps).get(organisation, params.id),
);
