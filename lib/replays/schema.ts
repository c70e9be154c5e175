import * as z from 'zod';
import { Instant, InstantEndInput, InstantInput, ordered } from '../values/fields.ts';
import { Uuid } from '../values/ids.ts';

/** What has ended, and so can be replayed. */
const Replayable = z.enum(['failed', 'delivered']);

export const CreateReplay = ordered(
  z.strictObject({
    status: Replayable.default('failed'),
    webhookId: Uuid.optional().describe('Only deliveries to this subscription'),
    from: InstantInput.optional().describe('Of when the delivery was made; included'),
    to: InstantEndInput.optional().describe('Included; what is made after the replay began is never part of it'),
  }),
);
export type CreateReplay = z.output<typeof CreateReplay>;

export const ReplayStatus = z.enum(['running', 'completed', 'cancelled', 'failed']);
export type ReplayStatus = z.output<typeof ReplayStatus>;

/** A replay of all deliveries that a filter finds, as answered. */
export const Replay = z
  .object({
    id: Uuid,
    status: ReplayStatus,
    filter: z.object({
      status: Replayable,
      webhookId: Uuid.nullable(),
      from: Instant.nullable(),
      to: Instant.nullable(),
    }),
    /** How many there were when it began; null until they are counted, and when there are too many to count. */
    total: z.number().int().nullable(),
    replayed: z.number().int(),
    /** Found, but replayed by others or under way again before it was their turn. */
    skipped: z.number().int(),
    /** Why it failed; null unless it did. */
    failure: z.string().nullable(),
    createdAt: Instant,
    updatedAt: Instant,
    completedAt: Instant.nullable(),
  })
  .meta({ id: 'Replay' });
export type Replay = z.output<typeof Replay>;

/** A delivery that is to be replayed, in the generation that was seen: in a later one it has been. */
const Planned = z.object({ id: Uuid, generation: z.number().int() });
export type Planned = z.output<typeof Planned>;

export const StoredReplay = Replay.extend({
  /** Planned and not yet counted: written before the first of them is replayed, so that a crash repeats these and no others. */
  page: z.array(Planned),
  /** How far the list of deliveries is planned; null before its beginning. */
  cursor: z.string().nullable(),
  /** Until then a run has the job and no other may begin. */
  leaseUntil: Instant.nullable(),
  /** Runs begun since the last progress. */
  strikes: z.number().int(),
});
export type StoredReplay = z.output<typeof StoredReplay>;
