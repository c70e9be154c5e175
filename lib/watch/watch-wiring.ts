import { judgeAgain } from '../alerts/checked/judge-again.ts';
import { takeBackChecked } from '../alerts/checked/take-back.ts';
import { evaluationDeps } from '../alerts/evaluation/evaluation-wiring.ts';
import { retractAlerts } from '../alerts/evaluation/retract.ts';
import { boundedByRules } from '../alerts/rules/bounded-wiring.ts';
import type { ChainReader } from '../chains/port/chain.ts';
import type { ChainId } from '../chains/registry.ts';
import type { Queue } from '../deliveries/delivery-queue.ts';
import { abortableWait } from '../platform/abortable-wait.ts';
import type { Deps } from '../platform/deps.ts';
import type { PriceSource } from '../prices/price.ts';
import { type WatchedSets, watchedSets } from '../wallets/watched-set.ts';
import { blockRepo } from './block-records.ts';
import { cursorRepo } from './cursor.ts';
import { deferral } from './deferral.ts';
import type { MatchQueue } from './match-queue.ts';
import type { Budgets } from './touches.ts';
import type { WatchDeps } from './watch.ts';

interface WatchAdapters {
  readonly chain: ChainId;
  readonly reader: ChainReader;
  readonly prices: PriceSource;
  readonly queue?: Queue;
  readonly budgets: Budgets;
  /** The queue of deferred matches. */
  readonly matches: MatchQueue;
  /** What the process remembers of watched addresses. By default nothing, as in a new process. */
  readonly watched?: WatchedSets;
}

/** Builds the dependencies of one run of a watcher on one table. */
export function watchDeps(
  deps: Deps,
  { chain, reader, prices, queue, budgets, matches, watched = watchedSets(deps) }: WatchAdapters,
): WatchDeps {
  const evaluation = evaluationDeps(deps, queue);
  const blocks = blockRepo(deps);
  return {
    table: deps.table,
    now: deps.now,
    newId: deps.newId,
    reader,
    prices,
    wallets: evaluation.wallets,
    watched,
    transactions: evaluation.transactions,
    bounded: boundedByRules(evaluation),
    cursors: cursorRepo(deps),
    blocks,
    deferral: deferral(deps, chain, {
      budgets,
      matches,
      suspended: evaluation.suspended,
      held: evaluation.heldAssets,
    }),
    retract: (organisationId, transaction) => retractAlerts(evaluation, organisationId, transaction),
    takeBack: (organisationId, chain, judged) => takeBackChecked(evaluation, organisationId, chain, judged),
    judgeAgain: (organisationId, chain, block, judged) =>
      judgeAgain(evaluation, organisationId, judged, {
        chain,
        noting: (organisation, { id, ...noted }) => blocks.noting(chain, block, { organisation, id, judged: noted }),
      }),
    wait: abortableWait,
  };
}
