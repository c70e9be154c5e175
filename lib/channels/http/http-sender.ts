import type { Delivered, Failed, Undeliverable } from '../../deliveries/result.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { OutboundError } from '../../platform/outbound/outbound-error.ts';

export interface HttpRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The URL as the record of the delivery shows it, when `url` is a secret. */
  readonly shownUrl?: string;
  /** The headers as the record of the delivery shows them, when a value is a secret. */
  readonly shownHeaders?: Readonly<Record<string, string>>;
}

/** Makes one POST to a URL of a tenant. A response with status 2xx is a success, everything else a failed attempt. */
export async function sendHttp(request: HttpRequest, { post }: Outbound): Promise<Delivered | Failed> {
  const { shownUrl: url = request.url, shownHeaders: headers = request.headers } = request;
  try {
    const { durationMs, ...response } = await post(request);
    const { statusCode } = response;
    const exchange = { response, durationMs, url, headers };
    if (statusCode >= 200 && statusCode < 300) return { kind: 'delivered', exchange };
    return { kind: 'failed', error: `The receiver answered ${statusCode}.`, exchange };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const exchange = { response: null, durationMs: error.durationMs, url, headers };
    return { kind: 'failed', error: `${error.kind}: ${error.message}`, exchange };
  }
}

/** A receiver that answers 410 Gone wants no further attempt. */
export const endedBy410 = (result: Delivered | Failed): Delivered | Failed | Undeliverable =>
  result.kind === 'failed' && result.exchange?.response?.statusCode === 410
    ? { ...result, kind: 'undeliverable' }
    : result;
