import { ruleRepo } from '../../lib/alerts/rules/repo.ts';
import { ruleAudiences } from '../../lib/alerts/rules/rule-audience.ts';
import { channels } from '../../lib/channels/index.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.listRules, async ({ query, organisation, deps }) => {
  const { data, meta } = await ruleRepo(deps).list(organisation, query);
  const withAudience = await ruleAudiences({ ...deps, channels }, organisation, data);
  return { data: data.map((rule) => withAudience(rule)), meta };
});
