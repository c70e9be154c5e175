import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach } from '@jest/globals';

/**
 * The URL of one node, three times. A reader whose request times out tries the next URL, so a short standstill of the
 * machine does not fail the test.
 */
export const thrice = (url: string): string[] => [url, url, url];

/** HTTP servers in place of RPC nodes. They stop after each test. Call this once per file. */
export function rpcNodes() {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });

  /** Starts a node on a free port. Returns its URL and the number of requests. */
  async function node(listener: RequestListener) {
    const seen = { url: '', requests: 0 };
    // Longer than a slow machine stands still: a request must not meet the end of its idle connection.
    const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
      seen.requests += 1;
      listener(request, response);
    }).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    seen.url = `http://127.0.0.1:${address.port}/`;
    return seen;
  }
  /** A node that answers every request with the same body: a text unchanged, or an object as JSON. */
  const answering = (body: unknown, status = 200) =>
    node((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  /** A node that accepts requests and never answers. */
  const hung = () => node(() => undefined);
  return { node, answering, hung };
}
