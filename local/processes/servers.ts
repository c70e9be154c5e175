import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type GuardOptions, guarded, type Serve } from './guarded.ts';
import { hasCode, UserError } from './user-error.ts';

/**
 * Node's default of 5 s is too short. A client that paused for 5 s may send its next request at the moment at which the
 * server closes the connection, and the request fails.
 */
const KEEP_ALIVE_MS = 60_000;

/**
 * Listens on the loopback address, for programs of this machine and not for pages of a browser.
 * @throws UserError when the port is in use or needs privileges.
 */
export async function listen(
  serve: Serve,
  port: number,
  options?: GuardOptions,
): Promise<{ server: Server; port: number; url: string }> {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS });
  // Requests on open connections may still arrive while the server closes and has no address any more.
  let listening = port;
  server
    .on(
      'request',
      guarded(serve, () => listening, options),
    )
    .listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    if (hasCode(error, 'EADDRINUSE')) {
      throw new UserError(`Port ${port} is in use. Choose another with --port, or --port 0 for any that is free.`);
    }
    if (hasCode(error, 'EACCES'))
      throw new UserError(`Port ${port} needs privileges. Choose one above 1023 with --port.`);
    throw error;
  }
  listening = portOf(server);
  return { server, port: listening, url: `http://127.0.0.1:${listening}` };
}

/** Like `listen`. If the port cannot be had, takes any free port. */
export async function listenNear(...[serve, port, options]: Parameters<typeof listen>): ReturnType<typeof listen> {
  try {
    return await listen(serve, port, options);
  } catch (error) {
    if (error instanceof UserError) return listen(serve, 0, options);
    throw error;
  }
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no TCP port');
  return address.port;
}

/** Stops a server. Running requests get 500 ms. Then the server cuts every connection. */
export async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), 500);
  await closed;
  clearTimeout(timer);
}
