import type { Deps } from '../deps.ts';
import { keys } from '../table/keys.ts';
import { type Rate, tokenBuckets } from './token-bucket.ts';

/**
 * The units that a request takes before its first read: so many that at most 50 requests begin on a full bucket of
 * 2,000 units, before the first of them knows what it consumed. A request costs no less. 50 lists a second are also
 * what the rate of requests allows, so that a key with cheap lists never notices.
 */
export const FIRST_UNITS = 40;

/** Who asks for units: a list, or an export, which asks for many. */
export type Reader = 'list' | 'export';

/** The longest debt of a bucket. No function waits so long, and no key gets so far: it begins nothing while in debt. */
export const LONGEST_DEBT_SECONDS = 3600;

/** A token bucket per API key, whose tokens are the read units of lists and exports. */
export function readUnits(deps: Pick<Deps, 'table' | 'now'>, rate: Rate) {
  const buckets = {
    list: tokenBuckets(deps, rate),
    // The other half stays for lists, so that a key with an export can also list.
    export: tokenBuckets(deps, { ...rate, burst: Math.ceil(rate.burst / 2) }),
  };
  return {
    /** Takes the first units of a request. Returns 0, or the seconds until they are available. */
    take: (keyId: string): Promise<number> => buckets.list.take(keys.rate(keyId, 'READS'), FIRST_UNITS),

    /**
     * Reserves units. Returns the seconds until the request may spend them, or null when that takes longer than
     * `within` whole seconds.
     */
    reserve: (keyId: string, units: number, reader: Reader, within: number): Promise<number | null> =>
      buckets[reader].reserve(keys.rate(keyId, 'READS'), within, units),
  };
}

export type ReadUnits = ReturnType<typeof readUnits>;
