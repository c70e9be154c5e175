import { type EnvironmentOf, LEAST_DAYS_KEPT } from '../lib/platform/env.ts';

/** Days for which finished work is kept (lib/operation/retention/). */
export interface Retention {
  /** Finished deliveries with their attempts, from the last attempt on. */
  readonly deliveries: number;
  /** Decisions on suppressed matches. The decision of an alert is kept as long as its event. */
  readonly decisions: number;
  /** Resolved events, from their resolution on. Other events are kept for ever. */
  readonly events: number;
  /** Entries of the audit log. */
  readonly audit: number;
  /** Transactions, which go to the archive then. For ever by default. */
  readonly transactions?: number;
}

/** The retention of all stages. */
export const RETENTION: Retention = { deliveries: 90, decisions: 90, events: 365, audit: 400 };

/** What functions know of the retention. @throws Error for days that are too few. */
export function retentionVariables(retention: Retention): EnvironmentOf<'retention'> {
  const { deliveries, decisions, events, audit, transactions } = retention;
  const shortest = Math.min(deliveries, decisions, events, audit, transactions ?? Number.POSITIVE_INFINITY);
  if (shortest < LEAST_DAYS_KEPT) throw new Error(`Records must be kept for at least ${LEAST_DAYS_KEPT} days`);
  return {
    DELIVERY_DAYS: String(deliveries),
    DECISION_DAYS: String(decisions),
    EVENT_DAYS: String(events),
    AUDIT_DAYS: String(audit),
    ...(transactions !== undefined && { TRANSACTION_DAYS: String(transactions) }),
  };
}
