import { exportClient } from '../../lib/exports/export-client.ts';
import { exportRepo } from '../../lib/exports/repo.ts';
import { createExport } from '../../lib/exports/start-export.ts';
import { creatingEndpoint } from '../../lib/platform/http/creating-endpoint.ts';
import { routes } from './routes.ts';

export const handler = creatingEndpoint(
  routes.createExport,
  async ({ body, organisation, deps }) => {
    const job = await createExport({ exports: exportRepo(deps), exporter: deps.exporter }, organisation, body);
    return { ...job, url: null };
  },
  { exporter: () => exportClient() },
);
