import document from '../../docs/openapi.json' with { type: 'json' };
import { publicEndpoint } from '../../lib/platform/http/public-endpoint.ts';
import { routes } from './routes.ts';

/** The committed document, which CI compares with the routes. Making it here would load every schema at each start. */
export const handler = publicEndpoint(routes.openapi, async () => document);
