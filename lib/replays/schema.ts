import * as z from 'zod';
import { oneRecipient } from '../deliveries/schema.ts';
import { Job, JobStatus } from '../platform/jobs/job-kind.ts';
import { Instant, InstantEndInput, InstantInput, ordered, paging } from '../values/fields.ts';
import { Uuid } from '../values/ids.ts';

/** The states of finished deliveries: only these can be replayed. */
const Replayable = z.enum(['failed', 'delivered', 'not_sent']);

export const CreateReplay = ordered(
  oneRecipient(
    z.strictObject({
      status: Replayable.default('failed'),
      webhookId: Uuid.optional().describe('Only deliveries to this subscription'),
      destinationId: Uuid.optional().describe('Only deliveries to this destination'),
      from: InstantInput.optional().describe('Of when the delivery was made; included'),
      to: InstantEndInput.optional().describe('Included; what is made after the replay began is never part of it'),
    }),
  ),
).meta({ id: 'CreateReplay' });
export type CreateReplay = z.output<typeof CreateReplay>;

export const ReplayQuery = z.strictObject({ ...paging, status: JobStatus.optional() });
export type ReplayQuery = z.output<typeof ReplayQuery>;

/** A replay of all deliveries that a filter finds, as the API answers it. */
export const Replay = z
  .object({
    id: Uuid,
    status: JobStatus,
    filter: z.object({
      status: Replayable,
      webhookId: Uuid.nullable(),
      /** Replays from before destinations lack it. */
      destinationId: Uuid.nullable().default(null),
      from: Instant.nullable(),
      to: Instant.nullable(),
    }),
    /**
     * How many deliveries the filter found at the beginning. Null before the count, and when there are too many to
     * count.
     */
    total: z.number().int().nullable(),
    replayed: z.number().int(),
    /**
     * Deliveries that another replay restarted, or that left the status of the filter, before the job reached the
     * delivery.
     */
    skipped: z.number().int(),
    /** Why the job failed. Null unless it failed. */
    failure: z.string().nullable(),
    createdAt: Instant,
    updatedAt: Instant,
    completedAt: Instant.nullable(),
  })
  .meta({ id: 'Replay' });
export type Replay = z.output<typeof Replay>;

/** A delivery of a page, with the generation that was read. A later generation means that the delivery was replayed. */
const Planned = z.object({ id: Uuid, generation: z.number().int() });
export type Planned = z.output<typeof Planned>;

export const StoredReplay = Replay.extend({
  ...Job.shape,
  /**
   * The planned deliveries that are not yet counted. The run stores the page before it replays the first delivery, so
   * that a crash repeats only this page.
   */
  page: z.array(Planned),
  /** How far the list of deliveries is planned. Null before the first page. */
  cursor: z.string().nullable(),
});
export type StoredReplay = z.output<typeof StoredReplay>;
