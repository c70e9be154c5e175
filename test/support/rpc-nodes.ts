import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach } from '@jest/globals';
import * as z from 'zod';

const Call = z.object({ method: z.string(), params: z.array(z.unknown()).default([]) });
export type Call = z.output<typeof Call>;

/** The answer of a node that does not serve a method. */
export const NO_METHOD = { error: { code: -32_601, message: 'no such method' } };

/** Answers a call in place of another node: a result or an error. Undefined lets the other node answer. */
export type Instead = (call: Call) => object | undefined | Promise<object | undefined>;

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
  /** A node that passes on the requests that `instead` does not answer. `url` is the other node. */
  const relay = (url: string, instead: Instead) =>
    node((request, response) => {
      passOn(url, instead, request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
    });
  return { node, answering, hung, relay };
}

/** The requests of these nodes are none of the code under test, so no spy counts them. */
const unwatchedFetch = globalThis.fetch;

async function passOn(url: string, instead: Instead, request: IncomingMessage, response: ServerResponse) {
  const body = await text(request);
  const outcome = await instead(Call.parse(JSON.parse(body)));
  const headers = { 'content-type': 'application/json' };
  const answer =
    outcome === undefined
      ? await (await unwatchedFetch(url, { method: 'POST', headers, body })).text()
      : JSON.stringify({ jsonrpc: '2.0', id: 1, ...outcome });
  response.writeHead(200, headers).end(answer);
}
