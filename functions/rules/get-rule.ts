import { ruleRepo } from '../../lib/alerts/rules/repo.ts';
import { ruleAudiences } from '../../lib/alerts/rules/rule-audience.ts';
import { channels } from '../../lib/channels/index.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.getRule, async ({ params, organisation, deps }) => {
  const rules = ruleRepo(deps);
  const [rule] = await rules.shown(organisation, [await rules.get(organisation, params.id)]);
  if (rule === undefined) return null;
  const withAudience = await ruleAudiences({ ...deps, channels }, organisation, [rule]);
  return withAudience(rule);
});
