import { backfillRepo } from '../../lib/backfill/repo.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.cancelBackfill, ({ params, organisation, deps }) =>
  backfillRepo(deps).cancel(organisation, params.id, params.backfillId),
);
