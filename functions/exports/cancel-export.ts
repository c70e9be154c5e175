import { exportClient } from '../../lib/exports/export-client.ts';
import { exportRepo } from '../../lib/exports/repo.ts';
import { cancelExport } from '../../lib/exports/start-export.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { routes } from './routes.ts';

export const handler = endpoint(
  routes.cancelExport,
  async ({ params, organisation, deps }) => {
    const job = await cancelExport({ exports: exportRepo(deps), exporter: deps.exporter }, organisation, params.id);
    return { ...job, url: null };
  },
  { exporter: () => exportClient() },
);
