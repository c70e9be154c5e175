import { chainIds, chainOf } from '../../lib/chains/registry.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { routes } from '../routes.ts';

export const handler = endpoint(routes.listChains, async () => {
  const data = chainIds.map(chainOf);
  return { data, meta: { total: data.length, page: 1, pageSize: data.length } };
});
