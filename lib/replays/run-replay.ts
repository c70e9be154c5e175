import type { ReplayFilter } from '../deliveries/delivery-list.ts';
import { attemptMessage, type Queue } from '../deliveries/delivery-queue.ts';
import type { DeliveryRepo } from '../deliveries/repo.ts';
import type { StoredDelivery } from '../deliveries/schema.ts';
import type { Deps } from '../platform/deps.ts';
import { log } from '../platform/log.ts';
import { mapConcurrent } from '../values/concurrent.ts';
import type { OrganisationId } from '../values/ids.ts';
import { plusSeconds } from '../values/time.ts';
import type { ReplayRepo } from './repo.ts';
import type { Planned, StoredReplay } from './schema.ts';

/** Shorter than the time-out of `admin`: the rest of the minute is for the last page. */
export const REPLAY_RUN_SECONDS = 45;
/** Deliveries of a page: as many as one BatchGetItem reads. */
const PAGE = 100;
const AT_ONCE = 10;
/** After this number of runs in a row without progress the job fails: waiting longer does not help. */
export const MOST_STRIKES = 5;

export interface RunDeps extends Pick<Deps, 'now'> {
  readonly deliveries: DeliveryRepo;
  readonly replays: ReplayRepo;
  readonly queue: Queue;
  destinationOf(delivery: StoredDelivery): string;
}

/**
 * A run of a bulk replay: page after page until the job ends or the time of the run is over. Reconcile then starts
 * the next run. A crash anywhere is harmless: the run writes down each page with the generation of each delivery before
 * it begins the page. The next run repeats this page and finds which deliveries are done.
 * @throws Error when a call failed. The next run continues after the lease of this run.
 */
export async function runReplay(
  deps: RunDeps,
  organisationId: OrganisationId,
  id: string,
  pageSize = PAGE,
): Promise<void> {
  const { replays, now } = deps;
  const begun = now();
  const claimed = await replays.claim(organisationId, id);
  if (claimed === null) return;
  if (claimed.strikes > MOST_STRIKES) {
    await replays.fail(organisationId, id, 'Its deliveries could not be replayed, for a reason on our side.');
    return log.error('replay.given_up', { organisation: organisationId, replay: id });
  }
  let job: StoredReplay | null = await counted(deps, organisationId, claimed);
  while (job?.status === 'running') {
    if (job.page.length > 0) job = await replayPage(deps, organisationId, job);
    else if (now() >= plusSeconds(begun, REPLAY_RUN_SECONDS)) break;
    else job = await planned(deps, organisationId, job, pageSize);
  }
  if (job === null || job.status === 'completed') return;
  await replays.release(organisationId, job);
}

/**
 * The list that the job goes through. A delivery that ends after the job has passed its place is not part of the job.
 */
const filterOf = ({ filter, createdAt }: StoredReplay): ReplayFilter => ({
  ...filter,
  to: filter.to !== null && filter.to < createdAt ? filter.to : createdAt,
});

/** Counts once, before the first page: later the list would be shorter. */
async function counted(deps: RunDeps, organisationId: OrganisationId, job: StoredReplay): Promise<StoredReplay | null> {
  if (job.total !== null || job.cursor !== null) return job;
  const total = await deps.deliveries.countForReplay(organisationId, filterOf(job));
  return deps.replays.setTotal(organisationId, job, total);
}

/** The job with its next page. Null when there is no page left and the job is completed. */
async function planned(
  { deliveries, replays }: RunDeps,
  organisationId: OrganisationId,
  job: StoredReplay,
  pageSize: number,
): Promise<StoredReplay | null> {
  const { records, last } = await deliveries.forReplay(organisationId, filterOf(job), job.cursor, pageSize);
  if (last === null) {
    await replays.complete(organisationId, job.id);
    log.info('replay.completed', {
      organisation: organisationId,
      replay: job.id,
      replayed: job.replayed,
      skipped: job.skipped,
    });
    return null;
  }
  // A delivery may have left the status since the list was read.
  const page = records
    .filter(({ status }) => status === job.filter.status)
    .map(({ id, generation }) => ({ id, generation }));
  return replays.plan(organisationId, job, page, last, records.length - page.length);
}

async function replayPage(
  deps: RunDeps,
  organisationId: OrganisationId,
  job: StoredReplay,
): Promise<StoredReplay | null> {
  const { deliveries, replays, queue, destinationOf } = deps;
  const ids = job.page.map(({ id }) => id);
  const seen = new Map((await deliveries.byIds(organisationId, ids)).map((delivery) => [delivery.id, delivery]));
  const done = await mapConcurrent(job.page, AT_ONCE, (each) => replayed(deps, job, each, seen.get(each.id)));
  const ours = done.filter((delivery) => delivery !== null);
  // Deliveries of a repeated page may have been attempted meanwhile. The next attempt of such a delivery comes at its
  // own time.
  const pending = ours.filter(({ status }) => status === 'pending');
  await queue.send(pending.map((delivery) => attemptMessage(delivery, destinationOf(delivery))));
  return replays.finishPage(organisationId, job, { replayed: ours.length, skipped: done.length - ours.length });
}

/**
 * The delivery in the generation that this job began, now or in an earlier run. Null when another replay began the
 * generation.
 */
async function replayed(
  { deliveries }: RunDeps,
  job: StoredReplay,
  { generation }: Planned,
  seen: StoredDelivery | undefined,
): Promise<StoredDelivery | null> {
  if (seen === undefined) return null;
  const restarted = seen.generation === generation ? await deliveries.restartSeen(seen, job.id) : null;
  // The SDK repeats a write whose answer got lost. DynamoDB refuses the repetition although this job began the
  // generation.
  const delivery = restarted ?? (await deliveries.find(seen.organisationId, seen.id));
  return delivery?.replayedBy === job.id ? delivery : null;
}
