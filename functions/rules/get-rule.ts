import { ruleRepo } from '../../lib/alerts/rules/repo.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.getRule, async ({ params, organisation, deps }) => {
  const rules = ruleRepo(deps);
  const [shown = null] = await rules.shown(organisation, [await rules.get(organisation, params.id)]);
  return shown;
});
