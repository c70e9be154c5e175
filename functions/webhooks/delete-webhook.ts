import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { webhookRepo } from '../../lib/webhooks/repo.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.deleteWebhook, async ({ params, organisation, deps }) => {
  await webhookRepo(deps).remove(organisation, params.id);
  return null;
});
