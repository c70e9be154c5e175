import document from '../../docs/openapi.json' with { type: 'json' };
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { routes } from './routes.ts';

/** The committed document, which CI holds against the routes: making it here would load every schema at each start. */
export const handler = endpoint(routes.openapi, async () => document);
