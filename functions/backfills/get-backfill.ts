import { backfillRepo } from '../../lib/backfill/repo.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.getBackfill, ({ params, organisation, deps }) =>
  backfillRepo(deps).get(organisation, params.id, params.backfillId),
);
