import { setTimeout as sleep } from 'node:timers/promises';
import type { ConfiguredChains } from '../chains/chain-wiring.ts';
import type { Deps } from '../platform/deps.ts';
import type { PriceSource } from '../prices/price.ts';
import { transactionRepo } from '../transactions/repo.ts';
import { walletRepo } from '../wallets/repo.ts';
import { blockRepo } from '../watch/block-records.ts';
import { backfillRepo } from './repo.ts';
import type { ScanPartDeps } from './scan-part.ts';

interface BackfillAdapters {
  readonly chains: () => Promise<Pick<ConfiguredChains, 'reader'>>;
  readonly prices: PriceSource;
}

/** All that scanning a part takes, over one table. */
export function scanDeps(deps: Deps, { chains, prices }: BackfillAdapters): ScanPartDeps {
  return {
    now: deps.now,
    backfills: backfillRepo(deps),
    chains,
    prices,
    wallets: walletRepo(deps),
    transactions: transactionRepo(deps),
    blocks: blockRepo(deps),
    // Only the signal rejects it, and whoever waits looks at that.
    wait: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined),
  };
}
