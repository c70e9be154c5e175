import type { AlertEvent, RetractedEvent } from '../../alerts/events/schema.ts';

/** The chain of an alert as a person reads it. */
export interface NoticeChain {
  readonly name: string;
  /** The page of a transaction in a public explorer is this text and the hash. Null for a chain without an explorer. */
  readonly explorer: string | null;
}

/** An alert or its retraction. */
export type AlertNotice = { readonly chain: NoticeChain } & (
  | { readonly kind: 'alert.fired'; readonly event: AlertEvent }
  | { readonly kind: 'alert.retracted'; readonly event: RetractedEvent }
);

/** The service disabled a subscription because its receiver failed. */
export interface WebhookDisabledNotice {
  readonly kind: 'webhook.disabled';
  readonly webhook: {
    readonly id: string;
    /** A message shows the host alone: path and query may hold a secret. */
    readonly url: string;
    readonly description: string;
    /** ISO 8601 */
    readonly disabledAt: string;
    /** `The receiver answered 410 Gone` */
    readonly reason: string;
  };
}
