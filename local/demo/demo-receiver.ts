import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import * as z from 'zod';
import { close, listen } from '../processes/servers.ts';

/** The part of a received webhook that the demo shows. */
export interface Received {
  readonly verified: boolean;
  readonly delivery: string;
  readonly rule: string;
  readonly hash: string;
  /** Null when nobody knows the value, which the payload shows as an empty text. */
  readonly valueUsd: string | null;
}

const Payload = z.object({
  event: z.literal('alert.fired'),
  rule: z.object({ name: z.string() }),
  transaction: z.object({ hash: z.string(), value_usd: z.string() }),
});

/** A receiver as a customer would write it: reads the raw body, verifies the signature, answers 200. */
export async function startReceiver(secret: string) {
  const received: Received[] = [];
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    const verified = isSigned(body, String(request.headers['x-service-signature']), secret);
    const { rule, transaction } = Payload.parse(JSON.parse(body));
    received.push({
      verified,
      delivery: String(request.headers['x-service-delivery']),
      rule: rule.name,
      hash: transaction.hash,
      valueUsd: transaction.value_usd === '' ? null : transaction.value_usd,
    });
    response.writeHead(verified ? 200 : 401).end();
  };
  const { server, url } = await listen((request, response) => {
    receive(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  }, 0);
  return { url: `${url}/hooks`, received, stop: () => close(server) };
}

function isSigned(body: string, header: string, secret: string): boolean {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  const actual = Buffer.from(header);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
