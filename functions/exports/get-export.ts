import { noteReads } from '../../lib/exports/read-entries.ts';
import { configuredLinks, withLinks } from '../../lib/exports/signed-link.ts';
import { exportRepo } from '../../lib/exports/start-export.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { routes } from './routes.ts';

export const handler = endpoint(
  routes.getExport,
  async ({ params, organisation, deps }) => {
    const job = await exportRepo(deps).get(organisation, params.id);
    const shown = await withLinks(deps.links, organisation, [job]);
    await noteReads(deps, organisation, shown);
    return shown[0] ?? null;
  },
  { links: configuredLinks },
);
