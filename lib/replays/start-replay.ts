import type { AdminClient } from '../admin/admin-client.ts';
import type { Deps } from '../platform/deps.ts';
import { errorFields, log } from '../platform/log.ts';
import { invalidField } from '../values/errors.ts';
import type { OrganisationId } from '../values/ids.ts';
import type { WebhookRepo } from '../webhooks/repo.ts';
import type { ReplayRepo } from './repo.ts';
import type { CreateReplay, StoredReplay } from './schema.ts';

export interface StartDeps extends Pick<Deps, 'now'> {
  readonly replays: ReplayRepo;
  readonly webhooks: Pick<WebhookRepo, 'get'>;
  readonly admin: Pick<AdminClient, 'startReplay'>;
}

/** @throws ApiError `validation_failed` for a range that begins after `now`. */
export function assertBegun({ from }: Pick<CreateReplay, 'from'>, now: Date): void {
  if (from !== undefined && from > now.toISOString()) throw invalidField('from', 'must not be in the future');
}

/**
 * Makes a bulk replay and starts its first run.
 * @throws ApiError `not_found` for the webhook, `validation_failed` for a `from` in the future, `conflict` while
 *   another replay of the organisation runs.
 */
export async function createReplay(
  deps: StartDeps,
  organisationId: OrganisationId,
  input: CreateReplay,
): Promise<StoredReplay> {
  assertBegun(input, deps.now());
  if (input.webhookId !== undefined) await deps.webhooks.get(organisationId, input.webhookId);
  const job = await deps.replays.create(organisationId, input);
  await start(deps, organisationId, job);
  return job;
}

/**
 * Resumes a cancelled or failed replay where it stopped.
 * @throws ApiError `not_found`, `conflict`, `invalid_transition` (see the repository).
 */
export async function resumeReplay(
  deps: Pick<StartDeps, 'replays' | 'admin'>,
  organisationId: OrganisationId,
  id: string,
): Promise<StoredReplay> {
  const job = await deps.replays.resume(organisationId, id);
  await start(deps, organisationId, job);
  return job;
}

/** The job is stored and due: if this call fails, reconcile starts the run within a minute. */
async function start(
  { admin }: Pick<StartDeps, 'admin'>,
  organisationId: OrganisationId,
  { id }: StoredReplay,
): Promise<void> {
  try {
    await admin.startReplay(organisationId, id);
  } catch (error) {
    log.error('replay.not_started', { organisation: organisationId, replay: id, ...errorFields(error) });
  }
}
