import { backfillRepo } from '../../lib/backfill/repo.ts';
import { differenceRepo } from '../../lib/balances/difference-repo.ts';
import { balanceRepo } from '../../lib/balances/repo.ts';
import { walletCoverages } from '../../lib/overview/coverage/wallet-coverages.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { transactionRepo } from '../../lib/transactions/repo.ts';
import { walletRepo } from '../../lib/wallets/repo.ts';
import { throttlings } from '../../lib/wallets/throttled-wallets.ts';
import { watchedHeightsOf } from '../../lib/wallets/watched-heights.ts';
import { blockRepo } from '../../lib/watch/block-records.ts';
import { cursorRepo } from '../../lib/watch/cursor.ts';
import { deferredMatches } from '../../lib/watch/deferred-matches.ts';
import { routes } from './routes.ts';

export const handler = endpoint(routes.getWalletCoverage, async ({ params, organisation, deps }) => {
  const wallet = await walletRepo(deps).get(organisation, params.id);
  const repos = {
    cursors: cursorRepo(deps),
    backfills: backfillRepo(deps),
    balances: balanceRepo(deps, blockRepo(deps)),
    differences: differenceRepo(deps),
    transactions: transactionRepo(deps),
    deferred: deferredMatches(deps),
    throttled: () => throttlings(deps.table, organisation),
    heights: (walletId: string) => watchedHeightsOf(deps.table, organisation, walletId),
  };
  return { data: await walletCoverages(repos, organisation, wallet) };
});
