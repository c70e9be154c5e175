import type { ChainId } from '../chains/registry.ts';
import type { Deps } from '../platform/deps.ts';
import { tokenBuckets } from '../platform/rate-limit/token-bucket.ts';
import { matchKeys } from '../platform/table/match-keys.ts';
import type { OrganisationId } from '../values/ids.ts';

/** Records that a caller counts at a time: a count costs a write unit, and a record some twenty. */
export const COUNTED_RECORDS = 25;

const HOUR = 3600;

/**
 * The records per hour of an organisation and chain. Watchers and the consumers of deferred matches share the budget.
 * It is soft: an organisation may use an hour's budget at once, and a run of a watcher leaves out less than
 * `COUNTED_RECORDS` records.
 */
export function hourlyBudget(deps: Pick<Deps, 'table' | 'now'>, perHour: number) {
  const buckets = tokenBuckets(deps, { rate: perHour / HOUR, burst: perHour });
  return {
    /** Takes records from the budget. Returns 0, or the seconds until the budget allows them, and then takes none. */
    take: (organisationId: OrganisationId, chain: ChainId, records: number): Promise<number> =>
      buckets.take(matchKeys.matchBudget(organisationId, chain), records),
  };
}

export type HourlyBudget = ReturnType<typeof hourlyBudget>;
