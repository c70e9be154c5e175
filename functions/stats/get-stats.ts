import { statsOf } from '../../lib/overview/stats.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.getStats, ({ query, organisation, deps }) => statsOf(deps, organisation, query));
