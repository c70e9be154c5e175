import { matchForm } from '../chains/address.ts';
import type { BlockHeader, Deviation } from '../chains/port/chain.ts';
import type { ChainId } from '../chains/registry.ts';
import type { BalanceCheckDeps } from './check-deps.ts';
import { reportDifference } from './report-difference.ts';

/**
 * Reports the balances that the movements of a transaction do not explain, where the transaction states the balances
 * that it leaves. The record of the transaction exists, so a fault of a decoder is the likely cause.
 */
export const deviationReporter =
  (deps: BalanceCheckDeps) =>
  async (chain: ChainId, block: BlockHeader, deviations: readonly Deviation[]): Promise<void> => {
    for (const { address, ...amounts } of deviations) {
      const form = matchForm(chain, address);
      await reportDifference(deps, { chain, form, ...amounts, from: block, to: block, recorded: '0' });
    }
  };
