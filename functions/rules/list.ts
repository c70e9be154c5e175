import { endpoint } from '../../lib/http/endpoint.ts';
import { ruleRepo } from '../../lib/rules/repo.ts';
import { routes } from '../routes.ts';

export const handler = endpoint(routes.listRules, ({ query, organisation, deps }) =>
  ruleRepo(deps).list(organisation, query),
);
