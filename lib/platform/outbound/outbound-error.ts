/**
 * Why a POST got no answer that counts, in the order of an exchange: the URL breaks a rule, DNS failed, the address is
 * not public, no connection, TLS refused, the connection or the answer broke; `timeout` is our deadline at any point,
 * `aborted` the caller's signal.
 */
export type OutboundErrorKind =
  | 'url_refused'
  | 'dns_failed'
  | 'address_refused'
  | 'connect_failed'
  | 'tls_failed'
  | 'response_error'
  | 'timeout'
  | 'aborted';

/** The message is a sentence for the tenant, who sees it on the attempt: it never tells what a host resolves to. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly kind: OutboundErrorKind;
  /** Of the whole exchange up to the failure; 0 where nothing was tried. */
  readonly durationMs: number;

  constructor(kind: OutboundErrorKind, message: string, more: { durationMs?: number; cause?: unknown } = {}) {
    super(message, { cause: more.cause });
    this.kind = kind;
    this.durationMs = more.durationMs ?? 0;
  }
}

/** ` (ECONNREFUSED)`: the code of a cause alone, since the messages of Node tell addresses. */
export function codeOf(cause: unknown): string {
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? ` (${code})` : '';
}
