import * as z from 'zod';
import { ChainId } from '../../chains/registry.ts';
import { Acting } from '../../platform/audit/audit-entry.ts';
import { Job, JobStatus } from '../../platform/jobs/job-kind.ts';
import { ifValid } from '../../values/dependent-checks.ts';
import { Instant, ordered, paging } from '../../values/fields.ts';
import { Uuid } from '../../values/ids.ts';
import { EventStatus, eventFilters, Note } from '../events/schema.ts';
import { Severity } from '../events/severity.ts';

const ReviewAction = z.enum(['acknowledge', 'resolve']);
export type ReviewAction = z.output<typeof ReviewAction>;

export const CreateReview = ordered(
  z.strictObject({
    action: ReviewAction,
    note: Note,
    ...eventFilters,
    wholePayments: z
      .boolean()
      .optional()
      .meta({ default: false })
      .describe('Whether the other open alerts of the same payments are reviewed too, of any rule and severity'),
  }),
)
  .refine(({ action, status }) => status !== 'resolved' && (action === 'resolve' || status !== 'acknowledged'), {
    path: ['status'],
    message: 'must be a status that the action changes',
    when: ifValid('action', 'status'),
  })
  .meta({ id: 'CreateReview' });
export type CreateReview = z.output<typeof CreateReview>;

export const ReviewQuery = z.strictObject({ ...paging, status: JobStatus.optional() });

/** A review of all alerts that a filter finds, as the API answers it. */
export const Review = z
  .object({
    id: Uuid,
    status: JobStatus,
    action: ReviewAction,
    note: z.string().nullable(),
    reviewer: z.object({ id: z.string(), name: z.string() }).describe('The key or person that asked for it'),
    filter: z.object({
      status: EventStatus.nullable(),
      severity: Severity.nullable(),
      ruleId: Uuid.nullable(),
      walletId: Uuid.nullable(),
      walletTag: z.string().nullable(),
      chain: ChainId.nullable(),
      from: Instant.nullable(),
      to: Instant.nullable(),
    }),
    wholePayments: z.boolean(),
    total: z.int().nullable().describe('How many alerts the filter found at the beginning. Null before the count'),
    reviewed: z.int(),
    skipped: z.int().describe('Alerts that others had reviewed when the job reached them'),
    failed: z.int().describe('Alerts that were busy: others changed them at that moment. A further review finds them'),
    failure: z.string().nullable().describe('Why the job failed. Null unless it failed'),
    createdAt: Instant,
    updatedAt: Instant,
    completedAt: Instant.nullable(),
  })
  .meta({ id: 'Review' });

export const StoredReview = Review.extend({
  ...Job.shape,
  /** Who the audit log names, and the request. */
  acting: Acting,
  /** The ids that are planned and not reviewed yet. */
  page: z.array(Uuid),
  /** When the page was planned: the time of its reviews. */
  plannedAt: Instant.nullable(),
  /** How far the list of alerts is planned. Null before the first page. */
  cursor: z.string().nullable(),
});
export type StoredReview = z.output<typeof StoredReview>;
