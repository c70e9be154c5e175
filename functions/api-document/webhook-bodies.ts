import * as z from 'zod';
import { EventSubject } from '../../lib/alerts/events/schema.ts';
import { Severity } from '../../lib/alerts/events/severity.ts';
import { Reason } from '../../lib/alerts/rules/port/reason.ts';
import { AuditCheckpoint } from '../../lib/platform/audit/audit-checkpoint.ts';
import { AuditEntry, AuditResource } from '../../lib/platform/audit/audit-entry.ts';
import { NotableAction } from '../../lib/platform/audit/notable.ts';
import {
  Approval,
  AuthorityChange,
  Omitted,
  Reference,
  StoredTransaction,
  Transfer,
  ValueStatus,
} from '../../lib/transactions/schema.ts';
import { Direction, Instant } from '../../lib/values/fields.ts';
import { Uuid } from '../../lib/values/ids.ts';

/** The rule and the transaction of an alert (specification, section 6.2). */
const cause = {
  rule: z.object({ id: Uuid, name: z.string() }),
  transaction: z
    .object({
      hash: z.string(),
      chain: z.string(),
      from: z.string(),
      to: z.string().describe('Empty when the transaction creates a contract'),
      value_eth: z.string().describe('The amount of the primary movement, in the unit of its asset, on every chain'),
      value_usd: z.string().describe('Empty when no price is known'),
      block: z.int(),
      timestamp: Instant,
    })
    .nullable()
    .describe('Null when no transaction caused the alert: see the rules about a state'),
};

/** The keys that a subscription with `payload: full` gets in addition. */
const additions = {
  event_id: Uuid,
  severity: Severity,
  wallet: z.object({
    id: Uuid,
    label: z.string(),
    address: z.string(),
    tags: z.array(z.string()),
    externalId: z.string().nullable(),
  }),
  summary: z.string().describe('One sentence about what happened, for people. Its wording may change'),
  from_label: z.string().nullable().describe('Of the own wallet, or else in the address book'),
  to_label: z.string().nullable(),
  direction: Direction.nullable().describe('Null, as `value_status`, `source` and `verified`, without a transaction'),
  value_status: ValueStatus.nullable(),
  destination_tag: StoredTransaction.shape.destinationTag,
  references: z.array(Reference),
  transfers: z.array(Transfer),
  approvals: z.array(Approval),
  authority: z.array(AuthorityChange),
  omitted: Omitted,
  source: StoredTransaction.shape.source.nullable(),
  verified: StoredTransaction.shape.verified.nullable(),
  reasons: z.array(Reason),
  suppressed: z.object({ count: z.int(), largest_usd: z.string().nullable() }),
  subject: EventSubject,
};

const FULL = 'Only with `payload: full`';
const onlyInFull = (shape: Record<string, z.ZodType>) =>
  Object.fromEntries(Object.entries(shape).map(([key, schema]) => [key, schema.optional().describe(FULL)]));

export const AlertFiredBody = z
  .object({ event: z.literal('alert.fired'), fired_at: Instant, ...cause, ...onlyInFull(additions) })
  .meta({ id: 'AlertFiredBody' });

const { event_id, ...additionsOfRetraction } = additions;

export const AlertRetractedBody = z
  .object({
    event: z.literal('alert.retracted'),
    event_id,
    fired_at: Instant,
    retracted_at: Instant,
    ...cause,
    ...onlyInFull(additionsOfRetraction),
  })
  .meta({ id: 'AlertRetractedBody' });

const review = {
  occurred_at: Instant,
  event_id: Uuid,
  rule: cause.rule,
  by: z.string().describe('Name of the API key, or of the recipient of the message with the link'),
  note: z.string().nullable().describe('The note of a resolution'),
};

export const AlertAcknowledgedBody = z
  .object({ event: z.literal('alert.acknowledged'), ...review })
  .meta({ id: 'AlertAcknowledgedBody' });

export const AlertResolvedBody = z
  .object({ event: z.literal('alert.resolved'), ...review })
  .meta({ id: 'AlertResolvedBody' });

export const CoverageDifferenceBody = z
  .object({
    event: z.literal('coverage.difference'),
    occurred_at: Instant,
    wallet: z.object({ id: Uuid, label: z.string(), address: z.string() }),
    chain: z.string(),
    asset: z.string(),
    expected: z.string(),
    actual: z.string(),
    difference: z.string(),
    from_height: z.int(),
    to_height: z.int(),
    reconciliation_id: Uuid,
  })
  .meta({ id: 'CoverageDifferenceBody' });

export const AuditCheckpointBody = z
  .object({
    event: z.literal('audit.checkpoint'),
    occurred_at: Instant.describe('When the checkpoint was signed'),
    checkpoint: AuditCheckpoint.describe('As `GET /api/audit/checkpoints` answers it'),
  })
  .meta({ id: 'AuditCheckpointBody' });

export const WalletThrottledBody = z
  .object({
    event: z.literal('wallet.throttled'),
    occurred_at: Instant,
    chain: z.string(),
    records_per_hour: z.int().describe('What the organisation may have on the chain'),
    wallets: z
      .array(z.object({ id: Uuid, label: z.string(), address: z.string() }))
      .describe('The first five of the wallets that wait'),
    more: z.int().describe('How many wallets wait besides'),
  })
  .meta({ id: 'WalletThrottledBody' });

export const ConfigurationChangedBody = z
  .object({
    event: z.literal('configuration.changed'),
    entryId: Uuid.describe('Of the entry of the audit log'),
    action: NotableAction,
    resource: AuditResource.extract(['rule', 'wallet', 'webhook', 'destination', 'settings']),
    resourceId: Uuid.nullable().describe('Null for the settings'),
    name: z.string(),
    actor: AuditEntry.shape.actor,
    changes: AuditEntry.shape.changes.describe('What matters. A secret says only that it changed'),
    at: Instant,
    requestId: z.string().nullable(),
    more: z.int().describe('How many further changes of the same kind by the same actor the body stands for'),
  })
  .meta({ id: 'ConfigurationChangedBody' });

export const PingBody = z
  .object({ event: z.literal('ping'), fired_at: Instant, webhook: z.object({ id: Uuid }) })
  .meta({ id: 'PingBody' });
