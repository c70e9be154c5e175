import type { IncomingMessage } from 'node:http';
import type { Lookup } from './dns.ts';
import { type Exchange, exchange } from './exchange.ts';
import { OutboundError, type OutboundErrorKind } from './outbound-error.ts';
import { resolveHost } from './resolve.ts';
import { checkUrl, hostOf, type OutboundPolicy } from './url.ts';

export interface OutboundRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly policy: OutboundPolicy;
  /** Ends the exchange early, as `aborted`. */
  readonly signal?: AbortSignal;
  /** The limit for the whole exchange, from DNS to the last byte. */
  readonly timeoutMs?: number;
}

type Read<T> = (response: IncomingMessage) => Promise<T>;

/**
 * Sends one request to a URL of a tenant. Checks the URL again, resolves its host once, and connects only to the
 * checked addresses. Every status counts as a response, also a redirect.
 * @throws OutboundError when `read` has not read a response in time.
 */
export async function timedExchange<T>(
  request: OutboundRequest & Pick<Exchange, 'method' | 'body'>,
  lookup: Lookup,
  read: Read<T>,
): Promise<{ readonly result: T; readonly durationMs: number }> {
  const { signal, timeoutMs = 10_000 } = request;
  const started = performance.now();
  const durationMs = () => Math.round(performance.now() - started);
  const end = new AbortController();
  const ended = new Promise<never>((_resolve, reject) => {
    end.signal.addEventListener('abort', () => reject(end.signal.reason));
  });
  const stop = (kind: OutboundErrorKind, message: string) => end.abort(new OutboundError(kind, message));
  const onAbort = () => stop('aborted', 'The attempt was cut short.');
  const timer = setTimeout(() => stop('timeout', `No whole answer within ${timeoutMs / 1000} s.`), timeoutMs);
  signal?.addEventListener('abort', onAbort);
  try {
    if (signal?.aborted) onAbort();
    const result = await Promise.race([ended, attempt(request, lookup, end.signal, read)]);
    return { result, durationMs: durationMs() };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw new OutboundError(error.kind, error.message, { durationMs: durationMs(), cause: error.cause });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

async function attempt<T>(
  request: OutboundRequest & Pick<Exchange, 'method' | 'body'>,
  lookup: Lookup,
  signal: AbortSignal,
  read: Read<T>,
): Promise<T> {
  signal.throwIfAborted();
  const checked = checkUrl(request.url, request.policy);
  if ('reason' in checked) throw new OutboundError('url_refused', checked.reason);
  const addresses = await resolveHost(hostOf(checked.url), request.policy, lookup, signal);
  // A look-up may ignore the signal. No connection is made after the exchange has ended.
  signal.throwIfAborted();
  return exchange({ ...request, url: checked.url, addresses, signal }, read);
}
