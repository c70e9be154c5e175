import type { AlertEvent, RetractedEvent } from '../alerts/events/schema.ts';

/**
 * The body of `alert.fired` (spec 6.2), as the exact text that is signed and sent. `value_eth` is the primary transfer's
 * amount in its own unit; the field keeps its name on every chain.
 */
export function alertFiredBody(event: AlertEvent): string {
  return JSON.stringify({ event: 'alert.fired', fired_at: event.firedAt, ...subjectOf(event) });
}

/**
 * The body of `alert.retracted`: the block of the transaction is no longer part of the chain. It repeats what `alert.fired`
 * told, and names the event, which stays the same.
 */
export function alertRetractedBody(event: RetractedEvent): string {
  const { id, firedAt, retractedAt } = event;
  return JSON.stringify({
    event: 'alert.retracted',
    event_id: id,
    fired_at: firedAt,
    retracted_at: retractedAt,
    ...subjectOf(event),
  });
}

/** Which rule fired on what. */
const subjectOf = ({ ruleId, ruleName, transaction }: AlertEvent) => ({
  rule: { id: ruleId, name: ruleName },
  transaction: {
    hash: transaction.hash,
    chain: transaction.chain,
    from: transaction.fromAddress,
    to: transaction.toAddress ?? '',
    value_eth: transaction.tokenAmount,
    value_usd: transaction.valueUsd ?? '',
    block: transaction.blockNumber,
    timestamp: transaction.blockTimestamp,
  },
});

/** The body of `ping`, which a test of a subscription sends. */
export const pingBody = (webhookId: string, at: Date): string =>
  JSON.stringify({ event: 'ping', fired_at: at.toISOString(), webhook: { id: webhookId } });
