import { endpoint } from '../../lib/http/endpoint.ts';
import { ruleRepo } from '../../lib/rules/repo.ts';
import { routes } from '../routes.ts';

export const handler = endpoint(routes.deleteRule, async ({ params, organisation, deps }) => {
  await ruleRepo(deps).remove(organisation, params.id);
  return null;
});
