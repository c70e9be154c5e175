import { destinationRepo } from '../../channels/destinations/repo.ts';
import { muteRepo } from '../../organisations/mutes/repo.ts';
import type { Deps } from '../../platform/deps.ts';
import { type Bounded, boundedRecords } from '../../transactions/bounded-record.ts';
import { type HeldAssets, heldAssets } from '../../transactions/held-assets.ts';
import { type TransactionRepo, transactionRepo } from '../../transactions/repo.ts';
import { type CurrentRules, currentRules } from './current-rules.ts';
import { ruleRepo } from './repo.ts';
import { ruleRelevance } from './rule-relevance.ts';

/** Bounds records by the rules of their organisations. */
export const boundedByRules = (deps: {
  readonly transactions: Pick<TransactionRepo, 'effects' | 'page'>;
  readonly currentRules: CurrentRules;
  readonly heldAssets: Pick<HeldAssets, 'among'>;
}): Bounded => boundedRecords({ ...deps, ruleRelevance: ruleRelevance(deps.currentRules) });

/** The same, on one table. */
export const boundedOn = (deps: Pick<Deps, 'table' | 'now' | 'newId'>): Bounded =>
  boundedByRules({
    transactions: transactionRepo(deps),
    currentRules: currentRules({
      rules: ruleRepo(deps),
      destinations: destinationRepo(deps),
      mutes: muteRepo(deps),
      now: deps.now,
    }),
    heldAssets: heldAssets(deps.table),
  });
