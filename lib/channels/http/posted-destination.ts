import * as z from 'zod';
import type { Delivered, Failed, SendResult } from '../../deliveries/result.ts';
import type { Rate } from '../../platform/rate-limit/token-bucket.ts';
import { DestinationAddress, type DestinationConfig } from '../port/destination.ts';
import type { DestinationPort } from '../port/destination-port.ts';
import { maskedUrl } from '../port/secret-url.ts';
import { sendHttp } from './http-sender.ts';
import { pacedPost } from './vendor-pace.ts';

interface Posted extends Omit<DestinationPort, 'send'> {
  readonly kind: string;
  /**
   * The POST of an attempt.
   * @param config with its secret.
   * @param body as the channel rendered it.
   */
  request(config: DestinationConfig, body: string): { readonly url: string; readonly body: string };
  /** What the vendor takes for one destination. */
  readonly rate: Rate;
  /** The seconds that a refusal asks to wait, for a vendor that states them in the body. */
  retryAfterIn?(excerpt: string): string | null;
}

/** The vendor knows this address no more: no later attempt can succeed. */
const GONE: readonly (number | undefined)[] = [404, 410];

/** Destinations to which the service posts JSON without a signature. */
export const postedDestination = ({ kind, request, rate, retryAfterIn, ...port }: Posted): DestinationPort => ({
  ...port,
  async send(deps, config, delivery): Promise<SendResult> {
    const { outbound, version } = deps;
    const { url, body } = request(config, delivery.body);
    const headers = { 'Content-Type': 'application/json', 'User-Agent': `Chainwatch/${version}` };
    const sent = { url: outbound.vendorUrl(kind, url), body, headers, shownUrl: port.shownUrl(config) };
    const { destinationId } = DestinationAddress.parse(delivery.channel);
    const result = await pacedPost(deps, { destination: destinationId, rate }, delivery, async () =>
      asked(await sendHttp(sent, outbound), retryAfterIn),
    );
    const isGone = result.kind === 'failed' && GONE.includes(result.exchange?.response?.statusCode);
    return isGone ? { ...result, kind: 'undeliverable' } : result;
  },
});

/** The result with the wait that the body asks for, if no header asks for one. */
function asked(result: Delivered | Failed, retryAfterIn: Posted['retryAfterIn']): Delivered | Failed {
  const response = result.exchange?.response;
  if (result.kind === 'delivered' || !result.exchange || !response || retryAfterIn === undefined) return result;
  const retryAfter = response.retryAfter ?? retryAfterIn(response.excerpt);
  return { ...result, exchange: { ...result.exchange, response: { ...response, retryAfter } } };
}

/** Destinations with a secret URL that takes the rendered body as it is: the webhook of a chat. */
export const secretUrlDestination = (kind: string, example: string, rate: Rate): DestinationPort =>
  postedDestination({
    kind,
    rate,
    config: { url: z.string().min(1).max(2048) },
    examples: { url: example },
    secret: 'url',
    url: 'url',
    shownUrl: ({ url = '' }) => maskedUrl(url),
    request: ({ url = '' }, body) => ({ url, body }),
  });
