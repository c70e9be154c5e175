import { evaluationDeps } from '../alerts/evaluation/evaluation-wiring.ts';
import { boundedByRules } from '../alerts/rules/bounded-wiring.ts';
import { matchForm } from '../chains/address.ts';
import type { BlockHeader, ChainReader, Deviation } from '../chains/port/chain.ts';
import type { ChainId } from '../chains/registry.ts';
import type { Queue } from '../deliveries/delivery-queue.ts';
import type { Deps } from '../platform/deps.ts';
import type { PriceSource } from '../prices/price.ts';
import { walletListing } from '../wallets/wallet-listing.ts';
import { blockRepo } from '../watch/block-records.ts';
import { deferredPacks } from '../watch/deferred-packs.ts';
import type { Cursor } from '../watch/schema.ts';
import { balanceChecker, lastCheck } from './check-balances.ts';
import type { BalanceCheckDeps } from './check-deps.ts';
import { differenceRepo } from './difference-repo.ts';
import { balanceRepo } from './repo.ts';
import { reportDifference } from './report-difference.ts';

interface BalanceAdapters {
  readonly reader: ChainReader;
  readonly prices: PriceSource;
  readonly queue?: Queue;
}

/**
 * Builds the check of the balances of one chain on one table, what it learns about code, and the report of what a
 * transaction contradicts.
 */
export function balanceChecks(deps: Deps, { reader, prices, queue }: BalanceAdapters) {
  const evaluation = evaluationDeps(deps, queue);
  const blocks = blockRepo(deps);
  const own: BalanceCheckDeps = {
    ...evaluation,
    bounded: boundedByRules(evaluation),
    reader,
    prices,
    blocks,
    deferred: deferredPacks(deps),
    balances: balanceRepo(deps, blocks),
    differences: differenceRepo(deps),
    walletListing: walletListing(deps),
  };
  let known: boolean | null = null;
  const checkBalances = balanceChecker(own, (watchesCode) => {
    known = watchesCode;
  });
  let isRead = false;
  /** A process that knows nothing goes on as the process before, or as the last check says, which it reads once. */
  async function watchesCode(cursor: Cursor): Promise<boolean> {
    if (known === null && cursor.tracedFrom === null && !isRead) {
      known = (await lastCheck(own, cursor))?.watchesCode ?? null;
      isRead = true;
    }
    return known ?? cursor.tracedFrom !== null;
  }
  return { checkBalances, watchesCode, reportDeviations: reportDeviations(own) };
}

/**
 * Reports the balances that the movements of a transaction do not explain, where the transaction states the balances
 * that it leaves. The record of the transaction exists, so a fault of a decoder is the likely cause.
 */
const reportDeviations =
  (deps: BalanceCheckDeps) =>
  async (chain: ChainId, block: BlockHeader, deviations: readonly Deviation[]): Promise<void> => {
    for (const { address, ...amounts } of deviations) {
      const form = matchForm(chain, address);
      await reportDifference(deps, { chain, form, ...amounts, from: block, to: block, recorded: '0' });
    }
  };
