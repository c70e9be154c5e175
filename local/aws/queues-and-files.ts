import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Server } from 'node:http';
import { Socket } from 'node:net';
import { startFauxqs } from 'fauxqs';
import * as z from 'zod';
import type { DataDir } from '../processes/data-dir.ts';
import { guarded, type Serve } from '../processes/guarded.ts';
import { isSigned } from './access-keys.ts';

export interface QueuesAndFiles {
  readonly endpoint: string;
  stop(): Promise<void>;
}

/**
 * Starts SQS and S3: fauxqs in this process. Each object of S3 is a file of the folder `files`. fauxqs itself answers
 * every request; this process refuses the requests of pages and unsigned requests before fauxqs gets them.
 */
export async function startQueuesAndFiles(dataDir: DataDir): Promise<QueuesAndFiles> {
  // fauxqs always listens on all addresses. This process refuses connections of other machines.
  subscribe(NEW_CONNECTION, refuseOthers);
  const folders = { dataDir: dataDir.file('queues'), s3StorageDir: dataDir.file('files') };
  const { port, stop } = await startFauxqs({ port: 0, logger: false, ...folders });
  const endpoint = `http://127.0.0.1:${port}`;
  const server = await serverAt(endpoint, port);
  const [serve] = z
    .tuple([z.custom<Serve>((listener) => typeof listener === 'function')])
    .parse(server.listeners('request'));
  server.removeAllListeners('request').on(
    'request',
    guarded(
      (request, response) => {
        if (isSigned(request)) return serve(request, response);
        request.resume();
        response.writeHead(403, { 'Content-Type': 'text/plain' }).end('Sign the request; any credentials will do.\n');
      },
      () => port,
    ),
  );
  return {
    endpoint,
    stop: async () => {
      await stop();
      unsubscribe(NEW_CONNECTION, refuseOthers);
    },
  };
}

/** Node publishes each accepted connection, and each request, of this process on these channels. */
const NEW_CONNECTION = 'net.server.socket';
const NEW_REQUEST = 'http.server.request.start';

function refuseOthers(message: unknown): void {
  const { socket } = z.object({ socket: z.instanceof(Socket) }).parse(message);
  if (!/^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '')) socket.destroy();
}

/** The server of fauxqs, which fauxqs does not expose: a first request tells which server answers it. */
async function serverAt(endpoint: string, port: number): Promise<Server> {
  const found: Server[] = [];
  const note = (message: unknown) => {
    const { server, socket } = z.object({ server: z.instanceof(Server), socket: z.instanceof(Socket) }).parse(message);
    if (socket.localPort === port) found.push(server);
  };
  subscribe(NEW_REQUEST, note);
  await fetch(`${endpoint}/health`);
  unsubscribe(NEW_REQUEST, note);
  const [server] = found;
  if (server === undefined) throw new Error('fauxqs does not serve in this process');
  return server;
}
