import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach } from '@jest/globals';

/**
 * One endpoint in the place of three, asked again by who is not answered within the seconds that each gets: so that a
 * machine that stands still during a call makes no failure of it.
 */
export const thrice = (url: string): string[] => [url, url, url];

/** HTTP servers that stand for RPC nodes and end with each test. Call once per file. */
export function rpcNodes() {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });

  /** A node on a free port; `url` and the count of requests it got. */
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
  /** A node that gives every request the same answer: a body as it is, or an object as JSON. */
  const answering = (body: unknown, status = 200) =>
    node((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  /** A node that takes requests and never answers. */
  const hung = () => node(() => undefined);
  return { node, answering, hung };
}
