import type { Delivered, Failed, HttpResponse } from '../../lib/deliveries/result.ts';

/** The result of an attempt that a receiver answered with this status. */
export function answered(statusCode: number, more: Partial<HttpResponse> = {}, url?: string): Delivered | Failed {
  const response = { statusCode, excerpt: 'hello', retryAfter: null, ...more };
  const exchange = { response, durationMs: 2000, ...(url !== undefined && { url }) };
  if (statusCode < 300) return { kind: 'delivered', exchange };
  return { kind: 'failed', error: `The receiver answered ${statusCode}.`, exchange };
}

/** The result of an attempt that got no answer. */
export const unanswered = (error: string): Failed => ({
  kind: 'failed',
  error,
  exchange: { response: null, durationMs: 0 },
});

/** The result of an attempt that succeeded over a channel that has no HTTP response. */
export const SENT: Delivered = { kind: 'delivered', exchange: { response: null, durationMs: 0 } };
