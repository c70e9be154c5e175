import { OutboundError } from '../platform/outbound/outbound-error.ts';
import { post } from '../platform/outbound/post.ts';
import type { OutboundPolicy } from '../platform/outbound/url.ts';
import type { SendResult } from './attempt.ts';

export interface HttpSend {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** One POST to a tenant's URL as a result: 2xx is success, anything else a failed attempt with its reason. */
export async function sendHttp(request: HttpSend, policy: OutboundPolicy): Promise<SendResult> {
  try {
    const { statusCode, retryAfter, excerpt, durationMs } = await post({ ...request, policy });
    const ok = statusCode >= 200 && statusCode < 300;
    const error = ok ? null : `The receiver answered ${statusCode}.`;
    return { ok, statusCode, error, responseExcerpt: excerpt, retryAfter, durationMs };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return {
      ...failed(`${error.kind}: ${error.message}`),
      durationMs: error.durationMs,
    };
  }
}

/** A failed attempt that got no answer. */
export const failed = (error: string): SendResult => ({
  ok: false,
  statusCode: null,
  error,
  responseExcerpt: null,
  retryAfter: null,
  durationMs: 0,
});

/** A failure that no later attempt can mend, with nothing sent. */
export const failedForGood = (error: string): SendResult => ({ ...failed(error), final: true, unsent: true });
