import { addressLists } from '../../lib/address-book/address-lists.ts';
import { ruleRepo } from '../../lib/alerts/rules/repo.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { jobClient } from '../../lib/platform/jobs/job-client.ts';
import { ApiError } from '../../lib/values/errors.ts';
import { routes } from './routes.ts';

export const handler = endpoint(
  routes.deleteAddressList,
  async ({ params, organisation, deps }) => {
    const lists = addressLists(deps);
    const { name } = await lists.get(organisation, params.id);
    const rules = await ruleRepo(deps).all(organisation);
    const naming = rules.find(
      ({ isActive, conditions }) => isActive && JSON.stringify(conditions).includes(JSON.stringify(`list:${name}`)),
    );
    if (naming !== undefined) {
      throw new ApiError('conflict', `The active rule ${naming.id} names the list: change or disable the rule first.`);
    }
    await lists.remove(organisation, params.id);
    return null;
  },
  { jobs: () => jobClient() },
);
