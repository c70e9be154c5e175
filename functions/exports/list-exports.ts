import { noteReads } from '../../lib/exports/read-entries.ts';
import { configuredLinks, withLinks } from '../../lib/exports/signed-link.ts';
import { exportRepo } from '../../lib/exports/start-export.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { routes } from './routes.ts';

export const handler = endpoint(
  routes.listExports,
  async ({ query, organisation, deps }) => {
    const { data, meta } = await exportRepo(deps).list(organisation, query);
    const shown = await withLinks(deps.links, organisation, data);
    await noteReads(deps, organisation, shown);
    return { data: shown, meta };
  },
  { links: configuredLinks },
);
