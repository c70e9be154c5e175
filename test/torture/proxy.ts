import { Agent, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Answer } from '../../local/aws/aws-answer.ts';
import { listen } from '../../local/processes/servers.ts';
import type { FaultInjector } from './fault-injector.ts';
import { callWithFault, type Forward } from './faulty-call.ts';
import { type Call, callOf } from './intercepted-call.ts';

export interface ProxyOptions {
  readonly target: string;
  readonly injector: FaultInjector;
  /** Changes each call and each answer, also without faults. */
  readonly rewriteCall?: (call: Call) => string;
  readonly rewriteAnswer?: (call: Call, body: string) => string;
}

/** A proxy between the stack and a server. Calls through the proxy get the faults of the injector. */
export async function startProxy({ target, injector, ...rewrite }: ProxyOptions) {
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
      const answer = await callWithFault(injector, call, forward);
      if (answer === undefined) return void response.destroy();
      const { status, headers, body } = answer;
      response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
    } catch {
      // The emulator or the caller has closed the connection.
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

// `fetch` takes three times as long for thousands of calls.
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

/** The headers to forward. Length, checksum and connection differ on each side of the proxy. */
const kept = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value !== 'string' || /^(transfer-encoding|connection|content-length|x-amz-crc32)$/.test(name)
        ? []
        : [[name, value]],
    ),
  );
