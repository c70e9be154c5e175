/**
 * Why a request got no complete response, in the order of an exchange. `timeout` (the deadline of the exchange) and
 * `aborted` (the caller's signal) can happen at any point.
 */
export type OutboundErrorKind =
  | 'url_refused'
  | 'dns_failed'
  | 'address_refused'
  | 'connect_failed'
  | 'tls_failed'
  | 'response_error'
  | 'too_large'
  | 'timeout'
  | 'aborted';

/** The API shows the message to the tenant on the attempt. The message never contains the addresses of a host. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly kind: OutboundErrorKind;
  /** The duration of the exchange up to the failure; 0 when the exchange did not start. */
  readonly durationMs: number;

  constructor(kind: OutboundErrorKind, message: string, more: { durationMs?: number; cause?: unknown } = {}) {
    super(message, { cause: more.cause });
    this.kind = kind;
    this.durationMs = more.durationMs ?? 0;
  }
}

/**
 * The code of a cause, such as ` (ECONNREFUSED)`. Leaves out the message, because Node's messages contain addresses.
 */
export function codeOf(cause: unknown): string {
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? ` (${code})` : '';
}
