import * as z from 'zod';
import { ChainId } from '../../chains/registry.ts';
import { Transaction } from '../../transactions/schema.ts';
import { BulkFailure, BulkIds } from '../../values/bulk.ts';
import {
  Instant,
  InstantEndInput,
  InstantInput,
  note,
  ordered,
  PageMeta,
  pageOfSchema,
  paging,
} from '../../values/fields.ts';
import { Uuid } from '../../values/ids.ts';
import { WalletSummary, WalletTag } from '../../wallets/schema.ts';
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

/** What an event is about whose rule judges a state of a wallet. The state may change without a transaction. */
export const EventSubject = z
  .object({
    walletId: Uuid,
    chain: z.string().nullable().describe('Null when the rule judges all chains of the wallet together'),
    asset: z.string().nullable().describe('`native`, or the address of a token. Null when every asset counts'),
    symbol: z
      .string()
      .nullable()
      .describe('Of the asset; its issuer chose it. Null when every asset counts, or when the symbol is unknown')
      .meta({ default: null }),
    level: z.string().nullable().describe('What the rule measured when it fired, a decimal. Null when it is unknown'),
  })
  .meta({ id: 'AlertSubject' });
export type EventSubject = z.output<typeof EventSubject>;

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
    transactionId: Uuid.nullable().describe('Null when no transaction caused the alert'),
    walletId: Uuid,
    wallet: WalletSummary.nullable()
      .describe('The wallet, as `transaction.wallet`. Null in alerts without a transaction of earlier versions')
      .meta({ default: null }),
    transaction: Transaction.nullable(),
    subject: EventSubject.nullable()
      .describe('What a rule about a state of the wallet measured. Null for every other rule')
      .meta({ default: null }),
    summary: z.string().describe('One sentence about what happened, for people. Its wording may change'),
    reasons: z.array(Reason).describe('Why the rule matched').meta({ default: [] }),
    suppressed: Suppressed.describe('What the cooldown suppressed since the last alert of the rule and the cooldown'),
    acknowledgedAt: Instant.nullable(),
    acknowledgedBy: z.string().nullable().describe('Id of the API key or of the person who acknowledged it'),
    acknowledgedByName: z.string().nullable().describe('Name of this key or person at that time'),
    acknowledgementNote: z.string().nullable(),
    resolvedAt: Instant.nullable(),
    resolvedBy: z.string().nullable().describe('Id of the API key or of the person who resolved it'),
    resolvedByName: z.string().nullable().describe('Name of this key or person at that time'),
    resolutionNote: z.string().nullable(),
    retractedAt: Instant.nullable()
      .describe('When the block of the transaction was found to be no longer part of the chain')
      .meta({ default: null }),
  })
  .meta({ id: 'AlertEvent' });
export type AlertEvent = z.output<typeof AlertEvent>;

/** The review and the retraction of an event that has just fired. */
export const NOT_REVIEWED = {
  acknowledgedAt: null,
  acknowledgedBy: null,
  acknowledgedByName: null,
  acknowledgementNote: null,
  resolvedAt: null,
  resolvedBy: null,
  resolvedByName: null,
  resolutionNote: null,
  retractedAt: null,
} as const satisfies Partial<AlertEvent>;

/** The chain of an event. Null when the event is about several chains. */
export const chainOfEvent = ({ transaction, subject }: Pick<AlertEvent, 'transaction' | 'subject'>): string | null =>
  transaction?.chain ?? subject?.chain ?? null;

export type RetractedEvent = AlertEvent & { retractedAt: string };

/** What chooses events: of a list, and of a review of many. */
export const eventFilters = {
  status: EventStatus.optional(),
  severity: Severity.optional(),
  ruleId: Uuid.optional(),
  walletId: Uuid.optional(),
  walletTag: WalletTag.optional(),
  chain: ChainId.optional(),
  from: InstantInput.optional(),
  to: InstantEndInput.optional(),
} as const;

export const EventQuery = ordered(
  z.strictObject({
    ...paging,
    ...eventFilters,
    sort: z.enum(['-firedAt', 'firedAt']).optional().meta({ default: '-firedAt' }),
  }),
);
export type EventQuery = z.output<typeof EventQuery>;
export type EventFilters = Omit<EventQuery, 'page' | 'pageSize' | 'cursor' | 'sort'>;

/** A page of the list. A tag of many wallets searches in parts, so the answer says how far the search came. */
export const EventPage = pageOfSchema(AlertEvent).extend({
  meta: PageMeta.extend({
    searched: z.int().optional().describe('With a tag of many wallets: how many events this request looked through'),
    totalIsExact: z.literal(false).optional().describe('With such a tag: false when `meta.next` continues the search'),
  }),
});

/** The note of a review. */
export const Note = note(4000).optional();

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
