import { suspensionRepo } from '../../organisations/suspension/repo.ts';
import type { Deps } from '../../platform/deps.ts';
import type { JobWork, Step } from '../../platform/jobs/run-job.ts';
import { plusSeconds } from '../../values/time.ts';
import type { Archive } from './archive.ts';
import type { Expiring } from './expire-list.ts';
import { expiringRecords } from './expire-list.ts';
import { expiringAudit, expiringCheckpoints } from './expiring-audit.ts';
import { expiringDeliveries } from './expiring-deliveries.ts';
import { expiringEvents } from './expiring-events.ts';
import { expiringTransactions } from './expiring-transactions.ts';
import type { StoredExpiry } from './expiry-job.ts';
import { passed } from './last-expiry.ts';

/** After this time a pass looks again whether its organisation is still suspended. */
const SUSPENDED_SECONDS = 3600;

/** Days for which records are kept. */
export interface KeptDays {
  readonly deliveries: number;
  readonly events: number;
  readonly audit: number;
  /** Undefined: for ever. */
  readonly transactions: number | undefined;
}

export interface ExpiryDeps extends Pick<Deps, 'table' | 'now' | 'newId'> {
  readonly archive: Pick<Archive, 'put'>;
  readonly days: KeptDays;
}

/** The lists whose records expire, in the order in which a pass goes over them. */
export const expiries = ({ days, ...deps }: ExpiryDeps): Expiring[] => [
  expiringRecords(deps, expiringDeliveries(deps, days.deliveries)),
  expiringRecords(deps, expiringEvents(deps, days.events)),
  expiringRecords(deps, expiringCheckpoints(days.audit)),
  expiringAudit(deps, days.audit),
  expiringRecords(deps, expiringTransactions(deps, days.transactions)),
];

/** Removes records step after step, list after list. A step may be repeated: nothing is removed twice. */
export const expiryWork = (deps: ExpiryDeps): JobWork<StoredExpiry> => ({
  stuck: 'Its old records could not be removed.',

  async step(organisationId, { list: name, after, createdAt, ...job }): Promise<Step<StoredExpiry>> {
    // A suspended organisation loses nothing, even if it was suspended after the run began.
    if ((await suspensionRepo(deps).among([organisationId])).length > 0) {
      return { rest: {}, until: plusSeconds(deps.now(), SUSPENDED_SECONDS), same: [] };
    }
    const all = expiries(deps);
    const named = all.findIndex((each) => each.name === name);
    const at = Math.max(0, named);
    const expiry = all[at];
    if (expiry === undefined) return { fail: 'Nothing expires.' };
    const some = await expiry.removeSome(organisationId, named === -1 ? null : after);
    const removed = job.removed + some.removed;
    if (some.next !== null) return { store: { list: expiry.name, after: some.next, removed } };
    const following = all[at + 1]?.name;
    if (following !== undefined) return { store: { list: following, after: null, removed } };
    await passed(deps, organisationId, createdAt);
    return { complete: { removed } };
  },
});
