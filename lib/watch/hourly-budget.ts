import type { ChainId } from '../chains/registry.ts';
import { rememberedLimits } from '../organisations/limits/remembered-limits.ts';
import type { Deps } from '../platform/deps.ts';
import { tokenBuckets } from '../platform/rate-limit/token-bucket.ts';
import { matchKeys } from '../platform/table/match-keys.ts';
import type { OrganisationId } from '../values/ids.ts';
import { memoBy } from '../values/memo.ts';
import type { Urgency } from './touches.ts';

/** Records that a caller counts at a time: a count costs a write unit, and a record some twenty. */
export const COUNTED_RECORDS = 25;

const HOUR = 3600;

/**
 * The records per hour of an organisation and chain. Urgent records have a budget of their own, which nobody but the
 * organisation can use up. Watchers and the consumers of deferred matches share the budget.
 * It is soft: an organisation may use an hour's budget at once, and a run of a watcher leaves out less than
 * `COUNTED_RECORDS` records.
 * @param perHour the budget of an organisation for which no operator set another.
 */
export function hourlyBudget(deps: Pick<Deps, 'table' | 'now'>, perHour: number) {
  const limits = rememberedLimits(deps);
  const buckets = memoBy((records: number) => tokenBuckets(deps, { rate: records / HOUR, burst: records }));
  /** The records per hour of an organisation on a chain. */
  const of = async (organisationId: OrganisationId): Promise<number> =>
    (await limits(organisationId)).recordsPerHour ?? perHour;
  return {
    of,
    /** Takes records from the budget. Returns 0, or the seconds until the budget allows them, and then takes none. */
    async take(organisationId: OrganisationId, chain: ChainId, records: number, urgency: Urgency): Promise<number> {
      return buckets(await of(organisationId)).take(matchKeys.matchBudget(organisationId, chain, urgency), records);
    },
  };
}

export type HourlyBudget = ReturnType<typeof hourlyBudget>;
