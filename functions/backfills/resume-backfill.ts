import { configuredPartQueue } from '../../lib/backfill/part-queue.ts';
import { backfillRepo } from '../../lib/backfill/repo.ts';
import { resumeBackfill } from '../../lib/backfill/start-backfill.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { routes } from './routes.ts';

export const handler = endpoint(
  routes.resumeBackfill,
  ({ params, organisation, deps }) => {
    const work = { backfills: backfillRepo(deps), parts: deps.parts };
    return resumeBackfill(work, organisation, params.id, params.backfillId);
  },
  { parts: configuredPartQueue },
);
