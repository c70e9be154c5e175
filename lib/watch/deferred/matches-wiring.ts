import { evaluationDeps } from '../../alerts/evaluation/evaluation-wiring.ts';
import { boundedByRules } from '../../alerts/rules/bounded-wiring.ts';
import type { Queue } from '../../deliveries/delivery-queue.ts';
import type { Deps } from '../../platform/deps.ts';
import type { PriceSource } from '../../prices/price.ts';
import { blockRepo } from '../block-records.ts';
import { cursorRepo } from '../cursor.ts';
import { deferredMatches } from '../deferred-matches.ts';
import { hourlyBudget } from '../hourly-budget.ts';
import type { MatchQueue } from '../match-queue.ts';
import { matchLeases } from './match-lease.ts';
import type { RecordMatchesOfDeps } from './record-matches-of.ts';
import { throttle } from './throttle.ts';

interface MatchesAdapters {
  readonly prices: PriceSource;
  /** The queue of deferred matches. */
  readonly matches: MatchQueue;
  /** The queue of first attempts. */
  readonly queue?: Queue;
  readonly perHour: number;
}

/** Builds the dependencies of `recordMatchesOf` on one table. */
export function recordMatchesDeps(
  deps: Deps,
  { prices, matches, queue, perHour }: MatchesAdapters,
): RecordMatchesOfDeps {
  const evaluation = evaluationDeps(deps, queue);
  const hourly = hourlyBudget(deps, perHour);
  return {
    now: deps.now,
    newId: deps.newId,
    prices,
    queue: matches,
    suspended: evaluation.suspended,
    transactions: evaluation.transactions,
    bounded: boundedByRules(evaluation),
    wallets: evaluation.wallets,
    blocks: blockRepo(deps),
    cursors: cursorRepo(deps),
    deferred: deferredMatches(deps),
    leases: matchLeases(deps),
    hourly,
    throttle: throttle({ ...evaluation, hourly }),
  };
}
