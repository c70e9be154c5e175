import { addressLists } from '../../lib/address-book/address-lists.ts';
import { assertUnused } from '../../lib/alerts/rules/list-in-use.ts';
import { ruleRepo } from '../../lib/alerts/rules/repo.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { jobClient } from '../../lib/platform/jobs/job-client.ts';
import { routes } from './routes.ts';

export const handler = endpoint(
  routes.deleteAddressList,
  async ({ params, organisation, deps }) => {
    const lists = addressLists(deps);
    const { name } = await lists.get(organisation, params.id);
    const whileUnused = await assertUnused(ruleRepo(deps), organisation, name);
    await lists.remove(organisation, params.id, whileUnused);
    return null;
  },
  { jobs: () => jobClient() },
);
