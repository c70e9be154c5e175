import { cancelExport } from '../../lib/exports/start-export.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { jobClient } from '../../lib/platform/jobs/job-client.ts';
import { routes } from './routes.ts';

export const handler = endpoint(
  routes.cancelExport,
  async ({ params, organisation, deps }) => {
    const job = await cancelExport(deps, organisation, params.id);
    return { ...job, url: null };
  },
  { jobs: () => jobClient() },
);
