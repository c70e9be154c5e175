import { Agent, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Answer } from '../../local/aws/aws-answer.ts';
import { listen } from '../../local/processes/servers.ts';
import { type Call, callOf } from './calls.ts';
import { type Forward, meet } from './meet.ts';
import type { Storm } from './storm.ts';

export interface ProxyOptions {
  readonly target: string;
  readonly storm: Storm;
  /** What is changed of each call and its answer, whatever the weather. */
  readonly rewriteCall?: (call: Call) => string;
  readonly rewriteAnswer?: (call: Call, body: string) => string;
}

/** A server between the stack and one that it calls, at which calls meet what the storm has for them. */
export async function startProxy({ target, storm, ...rewrite }: ProxyOptions) {
  const agent = new Agent({ keepAlive: true, maxSockets: 200 });
  const { hostname, port } = new URL(target);
  const serve = async (incoming: IncomingMessage, response: ServerResponse) => {
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    try {
      const call = callOf(incoming, await text(incoming));
      const forward: Forward = async (body = rewrite.rewriteCall?.(call) ?? call.body) => {
        const answer = await sent({ agent, hostname, port, incoming, body, signal: gone.signal });
        return { ...answer, body: rewrite.rewriteAnswer?.(call, answer.body) ?? answer.body };
      };
      const answer = await meet(storm, call, forward);
      if (answer === undefined) return void response.destroy();
      const { status, headers, body } = answer;
      response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
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

interface Outgoing {
  readonly agent: Agent;
  readonly hostname: string;
  readonly port: string;
  readonly incoming: IncomingMessage;
  readonly body: string;
  readonly signal: AbortSignal;
}

// Not `fetch`, which at thousands of calls takes three times as long.
const sent = ({ incoming, body, ...to }: Outgoing): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { host: _, 'content-length': __, connection: ___, ...headers } = incoming.headers;
    const length = Buffer.byteLength(body);
    const options = {
      ...to,
      path: incoming.url ?? '/',
      method: 'POST',
      headers: { ...headers, 'content-length': length },
    };
    const outgoing = request(options, (answer) => {
      const status = answer.statusCode ?? 502;
      text(answer).then((read) => resolve({ status, headers: kept(answer.headers), body: read }), reject);
    });
    outgoing.on('error', reject).end(body);
  });

/** Of the body's length and sum, and of the connection, each side has its own. */
const kept = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value !== 'string' || /^(transfer-encoding|connection|content-length|x-amz-crc32)$/.test(name)
        ? []
        : [[name, value]],
    ),
  );
