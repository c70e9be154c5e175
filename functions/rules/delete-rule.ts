import { ruleRepo } from '../../lib/alerts/rules/repo.ts';
import { muteRepo } from '../../lib/organisations/mutes/repo.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.deleteRule, async ({ params, organisation, deps }) => {
  await ruleRepo(deps).remove(organisation, params.id);
  await muteRepo(deps).endOfDeleted(organisation, 'rule', params.id);
  return null;
});
