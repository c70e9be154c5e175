import { acting } from '../../platform/audit/acting.ts';
import type { Actor } from '../../platform/caller.ts';
import type { Deps } from '../../platform/deps.ts';
import { type JobClient, startDue } from '../../platform/jobs/job-client.ts';
import { type JobKind, newJob } from '../../platform/jobs/job-kind.ts';
import { jobRepo } from '../../platform/jobs/job-repo.ts';
import { prefixes } from '../../platform/table/keys.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { type CreateReview, StoredReview } from './review-schema.ts';

/** A job that reviews all alerts that a filter finds. A request reviews at most 100 alerts. */
export const reviewJob: JobKind<StoredReview> = {
  name: 'review',
  due: 'JOB',
  schema: StoredReview,
  prefix: prefixes.reviews,
  slots: { attribute: 'runningReviews', most: 3 },
  runsIn: 'run-jobs',
  runSeconds: 45,
  leaseSeconds: 75,
  listedSeconds: 2 * 86_400,
  touched: (at) => ({ updatedAt: at.toISOString() }),
  ended: ({ status, at, reason }) => ({
    failure: reason,
    ...(status === 'completed' && { completedAt: at.toISOString() }),
  }),
  cleared: { page: [] },
  audited: { resource: 'review', shown: ({ action, filter, wholePayments }) => ({ action, ...filter, wholePayments }) },
  counts: ({ reviewed, skipped, failed }) => ({ reviewed, skipped, failed }),
};

export const reviewRepo = (deps: Pick<Deps, 'table' | 'now' | 'newId'>) => jobRepo(reviewJob, deps);

interface StartDeps extends Pick<Deps, 'table' | 'now' | 'newId'> {
  readonly jobs: JobClient;
}

/**
 * Makes a review of many alerts and starts its first run. Alerts that fire later are no part of the review.
 * @throws ApiError `conflict` while the organisation runs three.
 */
export async function createReview(
  deps: StartDeps,
  organisationId: OrganisationId,
  { id, name }: Pick<Actor, 'id' | 'name'>,
  input: CreateReview,
): Promise<StoredReview> {
  const job = await reviewRepo(deps).create(organisationId, newReview(deps, { id, name }, input));
  await startDue(deps.jobs, reviewJob, organisationId, job.id);
  return job;
}

function newReview(
  deps: Pick<Deps, 'now' | 'newId'>,
  reviewer: StoredReview['reviewer'],
  { action, note, wholePayments = false, ...filter }: CreateReview,
): StoredReview {
  const job = newJob(deps);
  const none = { status: null, severity: null, ruleId: null, walletId: null, walletTag: null, chain: null, from: null };
  return {
    ...job,
    ...{ action, note: note ?? null, wholePayments, reviewer, acting: acting() },
    filter: { ...none, to: null, ...filter },
    total: null,
    reviewed: 0,
    skipped: 0,
    failed: 0,
    failure: null,
    updatedAt: job.createdAt,
    completedAt: null,
    page: [],
    plannedAt: null,
    cursor: null,
  };
}
