import { configuredLinks, withLinks } from '../../lib/exports/signed-link.ts';
import { exportRepo } from '../../lib/exports/start-export.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { routes } from './routes.ts';

export const handler = endpoint(
  routes.listExports,
  async ({ query, organisation, deps }) => {
    const { data, meta } = await exportRepo(deps).list(organisation, query);
    return { data: await withLinks(deps.links, organisation, data), meta };
  },
  { links: configuredLinks },
);
