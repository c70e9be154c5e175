import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { createServer as createRawServer, type Server, type Socket } from 'node:net';
import type { PostRequest } from '../../../lib/platform/outbound/post.ts';

export interface Received {
  readonly url: string | undefined;
  readonly method: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Answers every request with `answer` after reading its body, and keeps the requests. */
export function receiving(answer: (response: ServerResponse) => void) {
  const received: Received[] = [];
  const listener: RequestListener = async (request: IncomingMessage, response) => {
    const chunks: Buffer[] = await request.toArray();
    const { url, method, headers } = request;
    received.push({ url, method, headers, body: Buffer.concat(chunks) });
    answer(response);
  };
  return { listener, received };
}

const open = new Set<{ server: Server; sockets: Set<Socket> }>();

/** Starts a server on a free port of 127.0.0.1 or of another loopback address. Returns the port. */
export async function listen(server: Server, host = '127.0.0.1', at = 0): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  open.add({ server, sockets });
  server.listen(at, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  return address.port;
}

/** A server without HTTP: `onConnection` uses the socket directly. */
export const raw = (onConnection: (socket: Socket) => void): Server =>
  createRawServer((socket) => {
    // The socket error after the sender closes the connection is not under test.
    socket.on('error', () => socket.destroy());
    // A socket that is not read never reports that the other side has closed the connection.
    socket.resume();
    onConnection(socket);
  });

/** Resolves when the first connection to the server is closed, with or without an error. */
export const hangUp = (server: Server): Promise<void> =>
  new Promise((resolve) => server.once('connection', (socket: Socket) => socket.once('close', () => resolve())));

/** Closes every server that `listen` started, with its connections. */
export async function closeAll(): Promise<void> {
  for (const { server, sockets } of open) {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  }
  open.clear();
}

/** A request of `post` to a receiver on this machine. */
export const to = (url: string, more: Partial<PostRequest> = {}): PostRequest => ({
  url,
  headers: {},
  body: '{}',
  policy: 'loopback',
  ...more,
});

/** A receiver on 127.0.0.1 that responds with `answer`. */
export async function receiver(answer: (response: ServerResponse) => void) {
  const { listener, received } = receiving(answer);
  const port = await listen(createServer(listener));
  return { received, port, url: `http://127.0.0.1:${port}/hook` };
}

export const ok = (response: ServerResponse) => response.end('ok');

/** A listener on 127.0.0.1 that must not be reached. It counts the connections. */
export async function counting() {
  const counted = { connections: 0, port: 0 };
  const server = raw((socket) => {
    counted.connections += 1;
    socket.destroy();
  });
  counted.port = await listen(server);
  return counted;
}
