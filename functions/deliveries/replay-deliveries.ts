import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { replayClient } from '../../lib/replays/replay-client.ts';
import { routes } from './routes.ts';

export const handler = endpoint(
  routes.replayDeliveries,
  ({ body, organisation, deps }) => deps.replay(organisation, body.ids),
  { replay: () => replayClient() },
);
