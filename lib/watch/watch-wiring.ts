import { setTimeout as sleep } from 'node:timers/promises';
import { evaluationDeps } from '../alerts/evaluation/evaluation-wiring.ts';
import { retractAlerts } from '../alerts/evaluation/retract.ts';
import type { ChainReader } from '../chains/port/chain.ts';
import type { Queue } from '../deliveries/delivery-queue.ts';
import type { Deps } from '../platform/deps.ts';
import type { PriceSource } from '../prices/price.ts';
import { blockRepo } from './block-records.ts';
import { cursorRepo } from './cursor.ts';
import type { WatchDeps } from './watch.ts';

interface Outside {
  readonly reader: ChainReader;
  readonly prices: PriceSource;
  readonly queue?: Queue;
}

/** All that watching a chain takes, over one table. */
export function watchDeps(deps: Deps, { reader, prices, queue }: Outside): WatchDeps {
  const evaluation = evaluationDeps(deps, queue);
  return {
    table: deps.table,
    now: deps.now,
    newId: deps.newId,
    reader,
    prices,
    wallets: evaluation.wallets,
    transactions: evaluation.transactions,
    cursors: cursorRepo(deps),
    blocks: blockRepo(deps),
    retract: (organisation, transaction) => retractAlerts(evaluation, organisation, transaction),
    // Only the signal rejects it, and whoever waits looks at that.
    wait: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined),
  };
}
