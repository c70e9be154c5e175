import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { webhookRepo } from '../../lib/webhooks/repo.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.listWebhooks, ({ query, organisation, deps }) =>
  webhookRepo(deps).list(organisation, query),
);
