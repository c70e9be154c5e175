import { previewAudience } from '../../lib/alerts/rules/rule-audience.ts';
import { channels } from '../../lib/channels/index.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.previewDestinations, async ({ query, organisation, deps }) => ({
  data: await previewAudience({ ...deps, channels }, organisation, query),
}));
