import { endpoint } from '../../lib/http/endpoint.ts';
import { ruleRepo } from '../../lib/rules/repo.ts';
import { routes } from '../routes.ts';

export const handler = endpoint(routes.getRule, async ({ params, organisation, deps }) => {
  const rules = ruleRepo(deps);
  const [shown = null] = await rules.shown(organisation, [await rules.get(organisation, params.id)]);
  return shown;
});
