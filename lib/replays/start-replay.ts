import type { Deps } from '../platform/deps.ts';
import { type JobClient, startDue } from '../platform/jobs/job-client.ts';
import { jobRepo } from '../platform/jobs/job-repo.ts';
import { invalidField } from '../values/errors.ts';
import type { OrganisationId } from '../values/ids.ts';
import { webhookRepo } from '../webhooks/repo.ts';
import { newReplay, replayJob } from './replay-job.ts';
import type { CreateReplay, StoredReplay } from './schema.ts';

export const replayRepo = (deps: Pick<Deps, 'table' | 'now' | 'newId'>) => jobRepo(replayJob, deps);

export interface StartDeps extends Pick<Deps, 'table' | 'now' | 'newId'> {
  readonly jobs: JobClient;
}

/** @throws ApiError `validation_failed` for a range that begins after `now`. */
export function assertBegun({ from }: Pick<CreateReplay, 'from'>, now: Date): void {
  if (from !== undefined && from > now.toISOString()) throw invalidField('from', 'must not be in the future');
}

interface CreateDeps extends StartDeps {
  /** `get` throws ApiError `not_found`. */
  readonly destinations: { get(organisationId: OrganisationId, id: string): Promise<unknown> };
}

/**
 * Makes a bulk replay and starts its first run.
 * @throws ApiError `not_found` for the webhook or the destination, `validation_failed` for a `from` in the future,
 *   `conflict` while another replay of the organisation runs.
 */
export async function createReplay(
  deps: CreateDeps,
  organisationId: OrganisationId,
  input: CreateReplay,
): Promise<StoredReplay> {
  assertBegun(input, deps.now());
  if (input.webhookId !== undefined) await webhookRepo(deps).get(organisationId, input.webhookId);
  if (input.destinationId !== undefined) await deps.destinations.get(organisationId, input.destinationId);
  const job = await replayRepo(deps).create(organisationId, newReplay(deps, input));
  await startDue(deps.jobs, replayJob, organisationId, job.id);
  return job;
}

/**
 * Resumes a cancelled or failed replay where it stopped.
 * @throws ApiError `not_found`, `conflict` while another replay runs, `invalid_transition` for a completed replay.
 */
export async function resumeReplay(deps: StartDeps, organisationId: OrganisationId, id: string): Promise<StoredReplay> {
  const job = await replayRepo(deps).resume(organisationId, id);
  await startDue(deps.jobs, replayJob, organisationId, id);
  return job;
}
