import { Agent, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen } from '../../local/servers.ts';
import { FABRICATED } from './fabricated.ts';
import type { Storm } from './storm.ts';

/** A call on its way. */
export interface Call {
  readonly who: string;
  readonly operation: string;
  /** The same for all tries of a client at one call; undefined when it does not say. */
  readonly invocation: string | undefined;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Makes the call, or another one in its place. */
export type Forward = (body?: Buffer) => Promise<Answer>;

/** How long a call is held back for others to overtake it, when none comes. */
const OVERTAKEN_MS = 300;

export interface ProxyOptions {
  readonly target: string;
  readonly storm: Storm;
  /** What is changed of each call and its answer, whatever the weather. */
  readonly rewriteCall?: (call: Call) => Buffer;
  readonly rewriteAnswer?: (call: Call, body: Buffer) => Buffer;
}

/** A server between the stack and one that it calls, at which calls meet what the storm has for them. */
export async function startProxy({ target, storm, ...rewrite }: ProxyOptions) {
  const agent = new Agent({ keepAlive: true, maxSockets: 200 });
  const { hostname, port } = new URL(target);
  const serve = async (incoming: IncomingMessage, response: ServerResponse) => {
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    try {
      const call = callOf(incoming, Buffer.concat(await incoming.toArray()));
      const forward: Forward = async (body = rewrite.rewriteCall?.(call) ?? call.body) => {
        const { host: _, 'content-length': __, connection: ___, ...headers } = call.headers;
        const answer = await sent({ agent, hostname, port, path: call.path, headers, body, signal: gone.signal });
        return { ...answer, body: rewrite.rewriteAnswer?.(call, answer.body) ?? answer.body };
      };
      const answer = await meet(storm, call, forward);
      if (answer === undefined) return void response.destroy();
      const { 'transfer-encoding': _, connection: __, 'x-amz-crc32': ___, ...headers } = answer.headers;
      response.writeHead(answer.status, { ...headers, 'content-length': answer.body.length }).end(answer.body);
    } catch {
      // The emulator, or the one that called, is gone.
      response.destroy();
    }
  };
  const { server, url } = await listen((incoming, response) => void serve(incoming, response), 0);
  return {
    url,
    stop: () => {
      agent.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Does to a call what is planned for it. Undefined when the caller hears nothing. */
async function meet(storm: Storm, call: Call, forward: Forward): Promise<Answer | undefined> {
  const { kill, fault } = storm.next(call);
  if (kill === 'before') return storm.kill();
  if (kill === 'after') {
    await forward();
    return storm.kill();
  }
  switch (fault) {
    case undefined:
      return forward();
    case 'refused':
      return FABRICATED.refused;
    case 'failed':
    case 'failing':
      return FABRICATED.failed;
    case 'lost':
      await forward();
      return undefined;
    case 'losing':
      if (storm.isFirstTry(call)) await forward();
      return undefined;
    case 'delayed':
      await sleep(storm.delayMs(call));
      return forward();
    case 'overtaken':
      await Promise.race([storm.overtaken(call), sleep(OVERTAKEN_MS)]);
      return forward();
    case 'doubled':
      await forward();
      return forward();
    case 'conflict':
      return FABRICATED.conflict(call.body);
    case 'unprocessed':
      return FABRICATED.unprocessed(call.body);
    case 'partly':
      return FABRICATED.partly(call.body, forward);
  }
}

function callOf({ url = '/', headers }: IncomingMessage, body: Buffer): Call {
  const credential = /Credential=([^/]+)\//.exec(headers.authorization ?? '')?.[1] ?? 'local';
  const target = headers['x-amz-target'];
  const method = /"method":"(\w+)"/.exec(target === undefined ? body.toString() : '')?.[1];
  const invocation = headers['amz-sdk-invocation-id'];
  return {
    who: credential === 'local' ? 'stack' : credential.replace('chainwatch-local-', ''),
    operation: typeof target === 'string' ? (target.split('.')[1] ?? target) : (method ?? 'unknown'),
    invocation: typeof invocation === 'string' ? invocation : undefined,
    path: url,
    headers,
    body,
  };
}

interface Outgoing {
  readonly agent: Agent;
  readonly hostname: string;
  readonly port: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly signal: AbortSignal;
}

// Not `fetch`, which at thousands of calls takes three times as long.
const sent = ({ body, headers, ...to }: Outgoing): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const outgoing = request(
      { ...to, method: 'POST', headers: { ...headers, 'content-length': body.length } },
      async (incoming) => {
        try {
          const chunks: Buffer[] = await incoming.toArray();
          resolve({ status: incoming.statusCode ?? 502, headers: incoming.headers, body: Buffer.concat(chunks) });
        } catch (error) {
          reject(error);
        }
      },
    );
    outgoing.on('error', reject).end(body);
  });
