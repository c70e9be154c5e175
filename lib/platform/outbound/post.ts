import { dnsLookup, type Lookup } from './dns.ts';
import { answerOf, type ReceivedAnswer } from './exchange.ts';
import { type OutboundRequest, timedExchange } from './timed-exchange.ts';

export interface PostRequest extends OutboundRequest {
  readonly body: string | Uint8Array;
}

export interface PostAnswer extends ReceivedAnswer {
  readonly durationMs: number;
}

/**
 * Sends one POST to a URL of a tenant. Checks the URL again, resolves its host once, and connects only to the checked
 * addresses. Every status counts as a response, also a redirect.
 * @param lookup resolves the host name; tests pass a lookup of their own.
 * @throws OutboundError when no complete response arrives in time.
 */
export async function post(request: PostRequest, lookup: Lookup = dnsLookup()): Promise<PostAnswer> {
  const { result, durationMs } = await timedExchange({ ...request, method: 'POST' }, lookup, answerOf);
  return { ...result, durationMs };
}
