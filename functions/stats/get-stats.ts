import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { statsOf } from '../../lib/stats/stats.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.getStats, ({ query, organisation, deps }) => statsOf(deps, organisation, query));
