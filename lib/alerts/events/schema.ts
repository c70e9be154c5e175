import * as z from 'zod';
import { ChainId } from '../../chains/registry.ts';
import { Transaction } from '../../transactions/schema.ts';
import { BulkFailure, BulkIds } from '../../values/bulk.ts';
import { Instant, InstantEndInput, InstantInput, note, ordered, paging } from '../../values/fields.ts';
import { Uuid } from '../../values/ids.ts';
import { Reason } from '../rules/port/reason.ts';
import { RuleType } from '../rules/types/rule-types.ts';
import { Severity } from './severity.ts';

export const EventStatus = z.enum(['open', 'acknowledged', 'resolved']);
export type EventStatus = z.output<typeof EventStatus>;

/** The matches of the rule that its cooldown suppressed since its last alert. */
export const Suppressed = z
  .object({
    count: z.number().int(),
    largestUsd: z.string().nullable().describe('The largest known USD value of these matches'),
  })
  .meta({ id: 'Suppressed' });
export type Suppressed = z.output<typeof Suppressed>;
export const NONE_SUPPRESSED: Suppressed = { count: 0, largestUsd: null };

/**
 * An alert event. All fields show the state when the rule fired, except the fields of the review and the retraction.
 */
export const AlertEvent = z
  .object({
    id: Uuid,
    ruleId: Uuid,
    ruleName: z.string(),
    ruleType: RuleType,
    severity: Severity,
    status: EventStatus,
    firedAt: Instant,
    transactionId: Uuid,
    walletId: Uuid,
    transaction: Transaction,
    summary: z.string().describe('One sentence about the transaction, for people. Its wording may change'),
    reasons: z.array(Reason).describe('Why the rule matched').meta({ default: [] }),
    suppressed: Suppressed.describe('What the cooldown suppressed since the last alert of the rule and the cooldown'),
    acknowledgedAt: Instant.nullable(),
    acknowledgedBy: z.string().nullable().describe('Id of the API key that acknowledged it'),
    acknowledgedByName: z.string().nullable().describe('Name of this key at that time'),
    acknowledgementNote: z.string().nullable(),
    resolvedAt: Instant.nullable(),
    resolvedBy: z.string().nullable().describe('Id of the API key that resolved it'),
    resolvedByName: z.string().nullable().describe('Name of this key at that time'),
    resolutionNote: z.string().nullable(),
    retractedAt: Instant.nullable()
      .describe('When the block of the transaction was found to be no longer part of the chain')
      .meta({ default: null }),
  })
  .meta({ id: 'AlertEvent' });
export type AlertEvent = z.output<typeof AlertEvent>;
export type RetractedEvent = AlertEvent & { retractedAt: string };

export const EventQuery = ordered(
  z.strictObject({
    ...paging,
    status: EventStatus.optional(),
    severity: Severity.optional(),
    ruleId: Uuid.optional(),
    walletId: Uuid.optional(),
    chain: ChainId.optional(),
    from: InstantInput.optional(),
    to: InstantEndInput.optional(),
    sort: z.enum(['-firedAt', 'firedAt']).optional().meta({ default: '-firedAt' }),
  }),
);
export type EventQuery = z.output<typeof EventQuery>;

const Note = note(4000).optional();

export const AcknowledgeEvent = z.strictObject({ note: Note }).meta({ id: 'AcknowledgeEvent' });
export const ResolveEvent = z.strictObject({ note: Note }).meta({ id: 'ResolveEvent' });
export const BulkAcknowledge = z.strictObject({ ids: BulkIds, note: Note }).meta({ id: 'BulkAcknowledge' });
export const BulkResolve = z.strictObject({ ids: BulkIds, note: Note }).meta({ id: 'BulkResolve' });

export const BulkAnswer = z
  .object({
    updated: z.array(AlertEvent),
    unchanged: z.array(Uuid),
    failed: z.array(BulkFailure),
  })
  .meta({ id: 'BulkReview' });
export type BulkAnswer = z.output<typeof BulkAnswer>;
