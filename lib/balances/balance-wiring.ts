import { evaluationDeps } from '../alerts/evaluation/evaluation-wiring.ts';
import type { ChainReader } from '../chains/port/chain.ts';
import type { Queue } from '../deliveries/delivery-queue.ts';
import type { Deps } from '../platform/deps.ts';
import type { PriceSource } from '../prices/price.ts';
import { blockRepo } from '../watch/block-records.ts';
import { balanceChecker, type CheckBalances } from './check-balances.ts';
import { differenceRepo } from './difference-repo.ts';
import { balanceRepo } from './repo.ts';

interface BalanceAdapters {
  readonly reader: ChainReader;
  readonly prices: PriceSource;
  readonly queue?: Queue;
}

/** Builds the check of the balances of one chain on one table. */
export function configuredBalanceChecker(deps: Deps, { reader, prices, queue }: BalanceAdapters): CheckBalances {
  const evaluation = evaluationDeps(deps, queue);
  const blocks = blockRepo(deps);
  return balanceChecker({
    ...evaluation,
    reader,
    prices,
    blocks,
    balances: balanceRepo(deps, blocks),
    differences: differenceRepo(deps),
  });
}
