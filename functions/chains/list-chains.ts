import { chainIds, chainOf } from '../../lib/chains/registry.ts';
import { usedPrices } from '../../lib/overview/meta.ts';
import { env } from '../../lib/platform/env.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { pageOf } from '../../lib/platform/page.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.listChains, async ({ query }) => {
  const pricesFor = usedPrices(env.prices().PRICE_SOURCE);
  const chains = chainIds.map(chainOf).map((chain) => ({ ...chain, prices: pricesFor(chain) }));
  return pageOf(chains, query, 'chains');
});
