import type {
  AlertNotice,
  ConfigurationChangedNotice,
  DifferenceNotice,
  Notice,
  NoticeEvent,
  ReviewNotice,
  WalletThrottledNotice,
} from '../port/notice.ts';
import type { NoticeTransaction } from '../port/notice-transaction.ts';

/**
 * The body of a notice, as the exact text that is signed and sent.
 * @param format `full` adds keys to the body of an alert and of its retraction.
 */
export const noticeBody = (notice: Notice, format: 'standard' | 'full' = 'standard'): string =>
  JSON.stringify(bodyOf(notice, format));

function bodyOf(notice: Notice, format: 'standard' | 'full'): object {
  switch (notice.kind) {
    case 'alert.fired':
      return { ...alertFiredBody(notice.event), ...(format === 'full' && additionsOf(notice)) };
    case 'alert.retracted':
      return { ...alertRetractedBody(notice.event), ...(format === 'full' && additionsOf(notice)) };
    case 'alert.acknowledged':
    case 'alert.resolved':
      return reviewBody(notice);
    case 'coverage.difference':
      return differenceBody(notice);
    case 'wallet.throttled':
      return throttledBody(notice);
    case 'configuration.changed':
      return changedBody(notice);
    case 'mute.ended':
    case 'destination.disabled':
    case 'webhook.disabled':
    case 'address_list.failed':
    case 'alert.summary':
    case 'ping':
      throw new Error(`no subscription receives the notice ${notice.kind}`);
  }
}

/**
 * The body of `alert.fired` (spec 6.2). `value_eth` is the amount of the primary movement in the unit of its asset.
 * The field has this name on all chains.
 */
const alertFiredBody = (event: NoticeEvent) => ({
  event: 'alert.fired',
  fired_at: event.firedAt,
  ...causeOf(event),
});

/**
 * The body of `alert.retracted`: the block of the transaction is no longer part of the chain. The body repeats the
 * fields of `alert.fired` and names the event, which stays the same.
 */
const alertRetractedBody = (event: NoticeEvent & { readonly retractedAt: string }) => ({
  event: 'alert.retracted',
  event_id: event.id,
  fired_at: event.firedAt,
  retracted_at: event.retractedAt,
  ...causeOf(event),
});

const reviewBody = ({ kind, event, reviewedAt, by, note }: ReviewNotice) => ({
  event: kind,
  occurred_at: reviewedAt,
  event_id: event.id,
  rule: { id: event.ruleId, name: event.ruleName },
  by,
  note,
});

/** The keys that the full format adds. */
const additionsOf = ({ event, wallet }: AlertNotice) => ({
  event_id: event.id,
  severity: event.severity,
  wallet,
  summary: event.summary,
  from_label: event.transaction?.fromLabel ?? null,
  to_label: event.transaction?.toLabel ?? null,
  direction: event.transaction?.direction ?? null,
  value_status: event.transaction?.valueStatus ?? null,
  destination_tag: event.transaction?.destinationTag ?? null,
  references: event.transaction?.references ?? [],
  transfers: event.transaction?.transfers ?? [],
  approvals: event.transaction?.approvals ?? [],
  authority: event.transaction?.authority ?? [],
  omitted: event.transaction?.omitted ?? { transfers: 0, approvals: 0, authority: 0 },
  source: event.transaction?.source ?? null,
  verified: event.transaction?.verified ?? null,
  reasons: event.reasons,
  suppressed: { count: event.suppressed.count, largest_usd: event.suppressed.largestUsd },
  ...(event.subject !== null && { subject: event.subject }),
});

/** The rule and the transaction of an alert. A rule about a state may fire without a transaction. */
const causeOf = ({ ruleId, ruleName, transaction }: NoticeEvent) => ({
  rule: { id: ruleId, name: ruleName },
  transaction: transaction === null ? null : transactionBody(transaction),
});

const transactionBody = (transaction: NoticeTransaction) => ({
  hash: transaction.hash,
  chain: transaction.chain,
  from: transaction.fromAddress,
  to: transaction.toAddress ?? '',
  value_eth: transaction.tokenAmount,
  value_usd: transaction.valueUsd ?? '',
  block: transaction.blockNumber,
  timestamp: transaction.blockTimestamp,
});

const differenceBody = (notice: DifferenceNotice) => ({
  event: notice.kind,
  occurred_at: notice.occurredAt,
  wallet: notice.wallet,
  chain: notice.chainId,
  asset: notice.asset,
  expected: notice.expected,
  actual: notice.actual,
  difference: notice.difference,
  from_height: notice.fromHeight,
  to_height: notice.toHeight,
  reconciliation_id: notice.id,
});

const throttledBody = (notice: WalletThrottledNotice) => ({
  event: notice.kind,
  occurred_at: notice.since,
  chain: notice.chainId,
  records_per_hour: notice.perHour,
  wallets: notice.wallets,
  more: notice.more,
});

/** The names are those of the entry of the audit log. */
const changedBody = ({ kind, id, ...entry }: ConfigurationChangedNotice) => ({ event: kind, entryId: id, ...entry });

/** The body of `ping`, which the test of a subscription sends. */
export const pingBody = (webhookId: string, at: Date): string =>
  JSON.stringify({ event: 'ping', fired_at: at.toISOString(), webhook: { id: webhookId } });
