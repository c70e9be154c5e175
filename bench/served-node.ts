import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Method } from '../local/chains/recorded/rpc-method.ts';
import { answerOf } from './in-process-node.ts';

/**
 * A node that other processes reach over HTTP. It answers with gzip to a client that accepts this. Answers about one
 * block are made and compressed once, so that the node takes little time from the processes that ask.
 * @param msOf how long the node waits before it answers a request.
 */
export async function serveNode(
  methods: Readonly<Record<string, Method>>,
  msOf: (request: string) => number = () => 0,
) {
  const made = new Map<string, { readonly plain: Buffer; readonly small: Buffer }>();
  function madeFor(request: string) {
    const plain = Buffer.from(answerOf(methods, request));
    return { plain, small: plain.length < LARGE ? plain : gzipSync(plain) };
  }
  const server = createServer(async (request, response) => {
    const asked = String(await buffer(request));
    const answer = made.get(asked) ?? madeFor(asked);
    if (answer.plain.length >= LARGE) made.set(asked, answer);
    const ms = msOf(asked);
    if (ms > 0) await sleep(ms);
    const isSmall = answer.small !== answer.plain && String(request.headers['accept-encoding']).includes('gzip');
    response.setHeader('content-type', 'application/json');
    if (isSmall) response.setHeader('content-encoding', 'gzip');
    response.end(isSmall ? answer.small : answer.plain);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no TCP port');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The head changes. Answers of this size are blocks, which do not change. */
const LARGE = 10_000;
