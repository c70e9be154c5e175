import { actingFor } from '../../platform/audit/acting.ts';
import type { JobWork, Step } from '../../platform/jobs/run-job.ts';
import { mapConcurrent } from '../../values/concurrent.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { decisionsOnPayment, eventIdOf } from '../evaluation/decision.ts';
import { acknowledge, type EventRepo, resolve } from '../events/repo.ts';
import type { AlertEvent, EventFilters } from '../events/schema.ts';
import { type ReviewDeps, reviewEach } from './review-events.ts';
import type { StoredReview } from './review-schema.ts';

/**
 * Alerts that a step plans or reviews. Their reviews take some seconds, so that the last step of a run ends before its
 * function does. The other alerts of the payments make a plan longer.
 */
const AT_A_STEP = 25;
const READS_AT_ONCE = 8;

export interface ReviewWorkDeps extends ReviewDeps {
  readonly events: Pick<EventRepo, 'review' | 'find' | 'walletsOf' | 'forReview' | 'countForReview'>;
}

/**
 * Reviews page after page, the oldest alerts first. A step that is repeated after a crash finds which alerts the job
 * has reviewed by the reviewer and the time, which are the same for all alerts of the job.
 */
export function reviewWork(deps: ReviewWorkDeps, size = AT_A_STEP): JobWork<StoredReview> {
  // A run reads the wallets of a tag once.
  let wallets: ReturnType<EventRepo['walletsOf']> | undefined;
  return {
    stuck: 'Its alerts could not be reviewed, for a reason on our side.',

    async step(organisationId, job): Promise<Step<StoredReview>> {
      if (job.page.length > 0) return { store: await reviewPage(deps, organisationId, job, size) };
      const filters = filtersOf(job);
      wallets ??= deps.events.walletsOf(organisationId, filters);
      const asked = { ...filters, wallet: await wallets };
      // Counts once, before the first page: later the list would be shorter.
      if (job.total === null) return { store: { total: await deps.events.countForReview(organisationId, asked) } };
      const { records, last } = await deps.events.forReview(organisationId, { ...asked, after: job.cursor }, size);
      if (last === null) return { complete: {} };
      const others = job.wholePayments ? await othersOfPayments(deps, organisationId, records, filters) : [];
      return { store: { page: [...new Set([...records.map(({ id }) => id), ...others])], cursor: last } };
    },
  };
}

/** The filter of the job. Alerts that fire after the job was made are no part of it. */
function filtersOf({ filter, createdAt }: StoredReview): EventFilters & { readonly to: string } {
  const { status, severity, ruleId, walletId, walletTag, chain, from, to } = filter;
  return {
    ...(status !== null && { status }),
    ...(severity !== null && { severity }),
    ...(ruleId !== null && { ruleId }),
    ...(walletId !== null && { walletId }),
    ...(walletTag !== null && { walletTag }),
    ...(chain !== null && { chain }),
    ...(from !== null && { from }),
    to: to !== null && to < createdAt ? to : createdAt,
  };
}

/** The ids of the other open alerts of the payments that these alerts are about. Nobody has seen what fires later. */
async function othersOfPayments(
  { table, events }: ReviewWorkDeps,
  organisationId: OrganisationId,
  alerts: readonly AlertEvent[],
  { to }: Pick<ReturnType<typeof filtersOf>, 'to'>,
): Promise<string[]> {
  const ids = new Set(alerts.flatMap(({ transactionId }) => transactionId ?? []));
  const decided = await mapConcurrent([...ids], READS_AT_ONCE, (id) => decisionsOnPayment(table, organisationId, id));
  const fired = decided.flat().filter(({ outcome }) => outcome === 'fired');
  const others = new Set(fired.map(eventIdOf)).difference(new Set(alerts.map(({ id }) => id)));
  const found = await mapConcurrent([...others], READS_AT_ONCE, (id) => events.find(organisationId, id));
  return found.flatMap((event) => (event?.status === 'open' && event.firedAt <= to ? event.id : []));
}

async function reviewPage(
  deps: ReviewWorkDeps,
  organisationId: OrganisationId,
  job: StoredReview,
  size: number,
): Promise<Partial<StoredReview>> {
  const reviewer = { ...job.reviewer, at: new Date(job.createdAt) };
  const step = { acknowledge, resolve }[job.action](reviewer, job.note);
  const ids = job.page.slice(0, size);
  const outcomes = await actingFor(job.acting, () => reviewEach(deps, organisationId, ids, step));
  const counts = { reviewed: job.reviewed, skipped: job.skipped, failed: job.failed };
  for (const { code, reviewed } of outcomes) {
    if (reviewed !== undefined && (reviewed.changed || isOf(job, reviewed.event))) counts.reviewed++;
    else if (code === 'conflict' || code === 'unavailable') counts.failed++;
    else counts.skipped++;
  }
  return { page: job.page.slice(size), ...counts };
}

/** Whether the job made the present state of an alert, in a step of which nobody stored the end. */
function isOf({ action, createdAt, reviewer }: StoredReview, event: AlertEvent): boolean {
  const [at, by] =
    action === 'acknowledge' ? [event.acknowledgedAt, event.acknowledgedBy] : [event.resolvedAt, event.resolvedBy];
  return at === createdAt && by === reviewer.id;
}
