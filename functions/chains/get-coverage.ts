import { coverageOf } from '../../lib/overview/coverage/chain-coverage.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { lateValues } from '../../lib/transactions/late-values.ts';
import { cursorRepo } from '../../lib/watch/cursor.ts';
import { deferredMatches } from '../../lib/watch/deferred-matches.ts';
import { recordedTo } from '../../lib/watch/recorded-to.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.getCoverage, async ({ params: { id: chain }, organisation, deps }) => {
  const cursors = cursorRepo(deps);
  const [cursor, watcher, valuesDelayedSince] = await Promise.all([
    cursors.get(chain),
    cursors.watcher(chain),
    lateValues(deps).delayedSince(organisation, chain),
  ]);
  return {
    ...coverageOf(chain, cursor, watcher, deps.now()),
    recordedTo: await recordedTo(deferredMatches(deps), organisation, cursor),
    valuesDelayedSince,
  };
});
