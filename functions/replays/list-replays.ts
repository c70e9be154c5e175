import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { replayRepo } from '../../lib/replays/start-replay.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.listReplays, ({ query, organisation, deps }) =>
  replayRepo(deps).list(organisation, query),
);
