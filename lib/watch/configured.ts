import { setTimeout as sleep } from 'node:timers/promises';
import type { ChainReader } from '../chains/chain.ts';
import type { Queue } from '../deliveries/queue.ts';
import type { Deps } from '../deps.ts';
import type { PriceSource } from '../prices/price.ts';
import { evaluationDeps } from '../rules/configured.ts';
import { retractAlerts } from '../rules/retract.ts';
import { blockRepo } from './blocks.ts';
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
