import { coverageOf } from '../../lib/coverage/chain-coverage.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { cursorRepo } from '../../lib/watch/cursor.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.getCoverage, async ({ params: { id: chain }, deps }) => {
  const cursors = cursorRepo(deps);
  const [cursor, watcher] = await Promise.all([cursors.get(chain), cursors.watcher(chain)]);
  return coverageOf(chain, cursor, watcher, deps.now());
});
