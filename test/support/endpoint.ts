import { createServer } from 'node:http';
import { listen, type Received, receiving } from '../platform/outbound/receiver.ts';

/** The answer of a customer's endpoint: a status, optionally with headers. */
export type Answer = number | { readonly status: number; readonly headers: Record<string, string> };

/** A customer's endpoint. Gives these answers in order, repeats the last answer, and records the requests. */
export async function customerEndpoint(...answers: readonly Answer[]): Promise<{ url: string; received: Received[] }> {
  const { listener, received } = receiving((response) => {
    const answer = answers[Math.min(received.length, answers.length) - 1] ?? 200;
    const { status, headers } = typeof answer === 'number' ? { status: answer, headers: {} } : answer;
    response.writeHead(status, headers).end(`answer ${received.length}`);
  });
  return { url: `http://127.0.0.1:${await listen(createServer(listener))}/hook`, received };
}
