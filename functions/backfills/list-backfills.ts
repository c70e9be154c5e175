import { backfillRepo } from '../../lib/backfill/repo.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.listBackfills, ({ params, query, organisation, deps }) =>
  backfillRepo(deps).list(organisation, params.id, query),
);
