/** The HTTP response of a receiver. */
export interface HttpResponse {
  readonly statusCode: number;
  readonly excerpt: string;
  readonly retryAfter: string | null;
  /** The seconds until the receiver takes a request again, if it says that it takes none before. */
  readonly resetAfter?: number;
}

/** A request that left the service. */
export interface Exchange {
  /** Null when no response came, and for a destination that does not speak HTTP. */
  readonly response: HttpResponse | null;
  readonly durationMs: number;
  /** The URL that the attempt used, as far as it may be shown. By default the URL of the delivery. */
  readonly url?: string;
  /** The headers of the request, as far as they may be shown. Absent for a destination that does not speak HTTP. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Delivered {
  readonly kind: 'delivered';
  readonly exchange: Exchange;
  /** The health of the receiver when the attempt began, for a channel that records the health. */
  readonly healthBefore?: ReceiverHealth;
}

export interface ReceiverHealth {
  readonly consecutiveFailures: number;
  readonly lastSuccessAt: string | null;
}

/** A later attempt may succeed. */
export interface Failed {
  readonly kind: 'failed';
  readonly error: string;
  /** Null when nothing was sent: the failure says nothing about the destination. */
  readonly exchange: Exchange | null;
}

/** No later attempt can succeed: the delivery ends. */
export interface Undeliverable {
  readonly kind: 'undeliverable';
  readonly error: string;
  /** Null when nothing was sent: the failure says nothing about the destination. */
  readonly exchange: Exchange | null;
  /** When the destination that the attempt used was last changed. */
  readonly changedAt?: string;
}

/** The recipient may get no message now. Nothing was sent, and the delivery ends: this is no failure. */
export interface NotSent {
  readonly kind: 'not_sent';
  readonly error: string;
  readonly exchange: null;
}

/** Nothing was sent. The same attempt is made later and no attempt is used up. */
export interface Deferred {
  readonly kind: 'deferred';
  /** A whole number. */
  readonly seconds: number;
  readonly reason: string;
}

/** The result of an attempt that was made. */
export type AttemptResult = Delivered | Failed | Undeliverable | NotSent;

/** The result that a sender returns. A sender throws only for a fault of this service. */
export type SendResult = AttemptResult | Deferred;

/** The receiver can no longer be reached over this channel, so nothing was sent. */
export const undeliverable = (error: string): Undeliverable => ({ kind: 'undeliverable', error, exchange: null });
