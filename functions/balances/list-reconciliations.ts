import { differenceRepo } from '../../lib/balances/difference-repo.ts';
import { reconciliationResponse } from '../../lib/balances/schema.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.listReconciliations, async ({ query, organisation, deps }) => {
  const { data, meta } = await differenceRepo(deps).page(organisation, query);
  return { data: data.map(reconciliationResponse), meta };
});
