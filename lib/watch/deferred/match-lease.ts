import * as z from 'zod';
import type { ChainId } from '../../chains/registry.ts';
import type { Deps } from '../../platform/deps.ts';
import { ifSame } from '../../platform/table/if-same.ts';
import { matchKeys } from '../../platform/table/match-keys.ts';
import { conditionHeld, type Update, write } from '../../platform/table/write.ts';
import { Instant } from '../../values/fields.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { epochSeconds, plusSeconds } from '../../values/time.ts';

/** Longer than the time-out of `record-matches`. */
const LEASE_SECONDS = 75;
const KEPT_SECONDS = 24 * 60 * 60;

const Lease = z.object({ owner: z.string(), leaseUntil: Instant });
type Lease = z.output<typeof Lease>;

/**
 * The lease of the run that records the deferred matches of an organisation and chain. It only saves double work: two
 * runs at the same time record each match once, and in order.
 */
export function matchLeases({ table, now }: Pick<Deps, 'table' | 'now'>) {
  return {
    /** False while another run has the lease. */
    take(organisationId: OrganisationId, chain: ChainId, owner: string): Promise<boolean> {
      const at = now();
      const part: Update<Lease> = {
        update: matchKeys.matchLease(organisationId, chain),
        set: {
          owner,
          leaseUntil: plusSeconds(at, LEASE_SECONDS).toISOString(),
          ttl: epochSeconds(plusSeconds(at, KEPT_SECONDS)),
        },
        when: 'attribute_not_exists(#owner) OR #owner = :owner OR #leaseUntil <= :now',
        values: { ':owner': owner, ':now': at.toISOString() },
      };
      return conditionHeld(write(table, part));
    },

    async release(organisationId: OrganisationId, chain: ChainId, owner: string): Promise<void> {
      const part: Update<Lease> = {
        update: matchKeys.matchLease(organisationId, chain),
        set: { leaseUntil: now().toISOString() },
        ...ifSame({ owner }, 'owner'),
      };
      await conditionHeld(write(table, part));
    },
  };
}
