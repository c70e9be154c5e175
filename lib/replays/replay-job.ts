import type { Deps } from '../platform/deps.ts';
import { type JobKind, newJob } from '../platform/jobs/job-kind.ts';
import { prefixes } from '../platform/table/keys.ts';
import { type CreateReplay, StoredReplay } from './schema.ts';

/** A job that replays the finished deliveries that a filter finds. */
export const replayJob: JobKind<StoredReplay> = {
  name: 'replay',
  due: 'REPLAY',
  schema: StoredReplay,
  prefix: prefixes.replays,
  slots: { attribute: 'runningReplay', most: 1 },
  runsIn: 'run-jobs',
  runSeconds: 45,
  leaseSeconds: 75,
  listedSeconds: 90 * 86_400,
  touched: (at) => ({ updatedAt: at.toISOString() }),
  ended: ({ status, at, reason }) => ({
    failure: reason,
    ...(status === 'completed' && { completedAt: at.toISOString() }),
  }),
  resumed: { failure: null },
  audited: { resource: 'replay', shown: ({ filter }) => filter },
  counts: ({ replayed, skipped }) => ({ replayed, skipped }),
};

export function newReplay(
  { now, newId }: Pick<Deps, 'now' | 'newId'>,
  { status, webhookId, destinationId, from, to }: CreateReplay,
): StoredReplay {
  const job = newJob({ now, newId });
  return {
    ...job,
    filter: {
      status,
      webhookId: webhookId ?? null,
      destinationId: destinationId ?? null,
      from: from ?? null,
      to: to ?? null,
    },
    total: null,
    replayed: 0,
    skipped: 0,
    failure: null,
    updatedAt: job.createdAt,
    completedAt: null,
    page: [],
    cursor: null,
  };
}
