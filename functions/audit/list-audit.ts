import { auditPage } from '../../lib/platform/audit/audit-page.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.listAudit, ({ query, organisation, deps }) =>
  auditPage(deps, organisation, query),
);
