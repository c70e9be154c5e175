import { configuredPartQueue } from '../../lib/backfill/part-queue.ts';
import { backfillRepo } from '../../lib/backfill/repo.ts';
import { startBackfill } from '../../lib/backfill/start-backfill.ts';
import { configuredChains } from '../../lib/chains/chain-wiring.ts';
import { creatingEndpoint } from '../../lib/platform/http/creating-endpoint.ts';
import { walletRepo } from '../../lib/wallets/repo.ts';
import { cursorRepo } from '../../lib/watch/cursor.ts';
import { deferredMatches } from '../../lib/watch/deferred-matches.ts';
import { routes } from './routes.ts';

export const handler = creatingEndpoint(
  routes.createBackfill,
  ({ params, body, organisation, deps }) => {
    const { chains, parts } = deps;
    const repos = { backfills: backfillRepo(deps), wallets: walletRepo(deps) };
    const watched = { cursors: cursorRepo(deps), deferred: deferredMatches(deps) };
    return startBackfill({ ...repos, ...watched, chains, parts }, organisation, params.id, body);
  },
  { chains: configuredChains, parts: configuredPartQueue },
);
