import { actingFor } from '../../platform/audit/acting.ts';
import type { Deps } from '../../platform/deps.ts';
import type { JobWork, Step } from '../../platform/jobs/run-job.ts';
import { mapConcurrent } from '../../values/concurrent.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { decisionsOnPayment, eventIdOf } from '../evaluation/decision.ts';
import { acknowledge, type EventRepo, resolve } from '../events/repo.ts';
import type { AlertEvent, EventFilters } from '../events/schema.ts';
import { type ReviewDeps, reviewEach } from './review-events.ts';
import type { StoredReview } from './review-schema.ts';

/**
 * Alerts that a step reviews. They take some seconds, so that the last step of a run ends before its function does.
 */
const AT_A_STEP = 25;
/** A payment has an alert for each of many rules, and the item of the job lists the planned alerts. */
const PAYMENTS_AT_A_STEP = 10;
const READS_AT_ONCE = 8;

export interface ReviewWorkDeps extends ReviewDeps, Pick<Deps, 'now'> {
  readonly events: Pick<EventRepo, 'review' | 'find' | 'walletsOf' | 'forReview' | 'countForReview'>;
}

/**
 * Reviews page after page, the oldest alerts first. All alerts of a page get the same reviewer and the same time. By
 * these, a step that is repeated after a crash finds which alerts the job has reviewed.
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
      const most = job.wholePayments ? Math.min(size, PAYMENTS_AT_A_STEP) : size;
      const { records, last } = await deps.events.forReview(organisationId, { ...asked, after: job.cursor }, most);
      if (last === null) return { complete: {} };
      // The job has reviewed alerts of these payments before.
      const left = records.filter((event) => !isReviewedBy(job, event));
      const others = job.wholePayments ? await othersOfPayments(deps, organisationId, left, filters) : [];
      const page = [...new Set([...left.map(({ id }) => id), ...others])];
      return { store: { page, plannedAt: deps.now().toISOString(), cursor: last } };
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
  // Alerts may be large: memory holds a few at a time.
  const open = await mapConcurrent([...others], READS_AT_ONCE, async (id) => {
    const event = await events.find(organisationId, id);
    return event?.status === 'open' && event.firedAt <= to ? [id] : [];
  });
  return open.flat();
}

async function reviewPage(
  deps: ReviewWorkDeps,
  organisationId: OrganisationId,
  job: StoredReview,
  size: number,
): Promise<Partial<StoredReview>> {
  const at = job.plannedAt ?? job.createdAt;
  const step = { acknowledge, resolve }[job.action]({ ...job.reviewer, at: new Date(at) }, job.note);
  const ids = job.page.slice(0, size);
  // Somebody has taken care of the alert since the job began: the job does not resolve it behind their back.
  const unless = (event: AlertEvent) => (event.acknowledgedAt ?? '') > job.createdAt && !isReviewedBy(job, event);
  const outcomes = await actingFor(job.acting, () => reviewEach(deps, organisationId, ids, { ...step, unless }));
  const counts = { reviewed: job.reviewed, skipped: job.skipped, failed: job.failed };
  for (const { code, reviewed } of outcomes) {
    if (reviewed !== undefined && (reviewed.changed || isReviewedBy(job, reviewed.event))) counts.reviewed++;
    else if (code === 'unavailable') counts.failed++;
    else counts.skipped++;
  }
  return { page: job.page.slice(size), ...counts };
}

/** Whether the job made the present state of an alert. */
function isReviewedBy({ action, createdAt, reviewer }: StoredReview, event: AlertEvent): boolean {
  const [at, by] =
    action === 'acknowledge' ? [event.acknowledgedAt, event.acknowledgedBy] : [event.resolvedAt, event.resolvedBy];
  return at !== null && at >= createdAt && by === reviewer.id;
}
