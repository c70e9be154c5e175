import { createExport } from '../../lib/exports/start-export.ts';
import { creatingEndpoint } from '../../lib/platform/http/creating-endpoint.ts';
import { jobClient } from '../../lib/platform/jobs/job-client.ts';
import { routes } from './routes.ts';

export const handler = creatingEndpoint(
  routes.createExport,
  async ({ body, organisation, deps }) => {
    const job = await createExport(deps, organisation, body);
    return { ...job, url: null };
  },
  { jobs: () => jobClient() },
);
