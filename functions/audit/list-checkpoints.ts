import { checkpointPage } from '../../lib/platform/audit/audit-checkpoint.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.listCheckpoints, ({ query, organisation, deps }) =>
  checkpointPage(deps, organisation, query),
);
