import type { ReplayFilter } from '../deliveries/delivery-list.ts';
import { attemptMessage, type Queue } from '../deliveries/delivery-queue.ts';
import type { DeliveryRepo } from '../deliveries/repo.ts';
import type { StoredDelivery } from '../deliveries/schema.ts';
import type { JobWork, Step } from '../platform/jobs/run-job.ts';
import { mapConcurrent } from '../values/concurrent.ts';
import type { OrganisationId } from '../values/ids.ts';
import type { Planned, StoredReplay } from './schema.ts';

/** Deliveries of a page: as many as one BatchGetItem reads. */
const PAGE = 100;
const AT_ONCE = 10;

export interface ReplayDeps {
  readonly deliveries: DeliveryRepo;
  readonly queue: Queue;
  destinationOf(delivery: StoredDelivery): string;
}

/**
 * Replays page after page. Each page is stored with the generation of each delivery before its first delivery is
 * replayed. So a crash repeats only this page, and the repetition finds which deliveries are done.
 */
export const replayWork = (deps: ReplayDeps, pageSize = PAGE): JobWork<StoredReplay> => ({
  stuck: 'Its deliveries could not be replayed, for a reason on our side.',

  async step(organisationId, job): Promise<Step<StoredReplay>> {
    if (job.page.length > 0) return { store: await replayPage(deps, organisationId, job) };
    // Counts once, before the first page: later the list would be shorter.
    if (job.total === null && job.cursor === null) {
      return { store: { total: await deps.deliveries.countForReplay(organisationId, filterOf(job)) } };
    }
    return planned(deps, organisationId, job, pageSize);
  },
});

/**
 * The list that the job goes through. A delivery that ends after the job has passed its place is not part of the job.
 */
const filterOf = ({ filter, createdAt }: StoredReplay): ReplayFilter => ({
  ...filter,
  to: filter.to !== null && filter.to < createdAt ? filter.to : createdAt,
});

/** The next page, and how far the list is planned then. */
async function planned(
  { deliveries }: ReplayDeps,
  organisationId: OrganisationId,
  job: StoredReplay,
  pageSize: number,
): Promise<Step<StoredReplay>> {
  const { records, last } = await deliveries.forReplay(organisationId, filterOf(job), job.cursor, pageSize);
  if (last === null) return { complete: {} };
  // A delivery may have left the status since the list was read.
  const page = records
    .filter(({ status }) => status === job.filter.status)
    .map(({ id, generation }) => ({ id, generation }));
  return { store: { page, cursor: last, skipped: job.skipped + records.length - page.length } };
}

async function replayPage(
  deps: ReplayDeps,
  organisationId: OrganisationId,
  job: StoredReplay,
): Promise<Partial<StoredReplay>> {
  const { deliveries, queue, destinationOf } = deps;
  const ids = job.page.map(({ id }) => id);
  const seen = new Map((await deliveries.byIds(organisationId, ids)).map((delivery) => [delivery.id, delivery]));
  const done = await mapConcurrent(job.page, AT_ONCE, (each) => replayed(deps, job, each, seen.get(each.id)));
  const ours = done.filter((delivery) => delivery !== null);
  // Deliveries of a repeated page may have been attempted meanwhile. The next attempt of such a delivery comes at its
  // own time.
  const pending = ours.filter(({ status }) => status === 'pending');
  await queue.send(pending.map((delivery) => attemptMessage(delivery, destinationOf(delivery))));
  const skipped = job.skipped + done.length - ours.length;
  return { page: [], replayed: job.replayed + ours.length, skipped };
}

/**
 * The delivery in the generation that this job began, now or in an earlier run. Null when another replay began the
 * generation.
 */
async function replayed(
  { deliveries }: ReplayDeps,
  job: StoredReplay,
  { generation }: Planned,
  seen: StoredDelivery | undefined,
): Promise<StoredDelivery | null> {
  if (seen === undefined) return null;
  const restarted = seen.generation === generation ? await deliveries.restartSeen(seen, job.id) : null;
  // The SDK repeats a write whose answer got lost. DynamoDB refuses the repetition although this job began the
  // generation.
  const delivery = restarted ?? (await deliveries.find(seen.organisationId, seen.id));
  return delivery?.replayId === job.id ? delivery : null;
}
