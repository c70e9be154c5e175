import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { outboundWith } from '../../lib/platform/outbound/outbound.ts';
import { listen } from '../platform/outbound/receiver.ts';
import { listWorld } from './list-world.ts';

export const addressOf = (n: number): string => `0x${n.toString(16).padStart(40, '0')}`;
/** A text with so many addresses, a line each. */
export const several = (count: number, from = 1): string =>
  Array.from({ length: count }, (_, n) => addressOf(n + from)).join('\n');

export type Answering = (response: ServerResponse, request: IncomingMessage) => void;

/** A server of lists that answers as the test says, and a list whose source it is. */
export async function sourced(answer: Answering, source: object = {}) {
  const held = { answer };
  const asked: IncomingMessage[] = [];
  const port = await listen(
    createServer((request, response) => {
      asked.push(request);
      held.answer(response, request);
    }),
  );
  const url = `http://127.0.0.1:${port}/list`;
  const world = await listWorld(outboundWith('loopback').fetchDocument, { url, ...source });
  return {
    ...world,
    asked,
    url,
    answers(next: Answering): void {
      held.answer = next;
    },
    /** Fetches the source once more. */
    async refresh() {
      world.deps.advance(1);
      await world.lists.refresh(world.organisation, world.id);
      await world.run();
      return (await world.read()).lastRun;
    },
  };
}

/** Answers 200 with a text. */
export const text =
  (body: string, headers: Record<string, string> = {}): Answering =>
  (response) =>
    response.writeHead(200, { 'Content-Type': 'text/plain', ...headers }).end(body);
