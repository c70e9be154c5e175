import { chainIds, chainOf } from '../../lib/chains/registry.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { pageOf } from '../../lib/platform/page.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.listChains, async ({ query }) => pageOf(chainIds.map(chainOf), query, 'chains'));
