import { boundedOn } from '../alerts/rules/bounded-wiring.ts';
import type { ConfiguredChains } from '../chains/chain-wiring.ts';
import { abortableWait } from '../platform/abortable-wait.ts';
import type { Deps } from '../platform/deps.ts';
import type { PriceSource } from '../prices/price.ts';
import { heldAssets } from '../transactions/held-assets.ts';
import { transactionRepo } from '../transactions/repo.ts';
import { walletRepo } from '../wallets/repo.ts';
import { blockRepo } from '../watch/block-records.ts';
import { cursorRepo } from '../watch/cursor.ts';
import { deferredMatches } from '../watch/deferred-matches.ts';
import { backfillRepo } from './repo.ts';
import type { ScanPartDeps } from './scan-part.ts';

interface BackfillAdapters {
  readonly chains: () => Promise<Pick<ConfiguredChains, 'reader'>>;
  readonly prices: PriceSource;
}

/** Builds the dependencies of `scanPart` on one table. */
export function scanDeps(deps: Deps, { chains, prices }: BackfillAdapters): ScanPartDeps {
  return {
    now: deps.now,
    backfills: backfillRepo(deps),
    chains,
    prices,
    wallets: walletRepo(deps),
    transactions: transactionRepo(deps),
    bounded: boundedOn(deps),
    blocks: blockRepo(deps),
    cursors: cursorRepo(deps),
    deferred: deferredMatches(deps),
    held: heldAssets(deps.table),
    wait: abortableWait,
  };
}
