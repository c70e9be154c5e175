import { ruleRepo } from '../../lib/alerts/rules/repo.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.listRules, ({ query, organisation, deps }) =>
  ruleRepo(deps).list(organisation, query),
);
