import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { close, listen } from '../../local/processes/servers.ts';
import { stackUrl } from '../support/stack-url.ts';

/** What a test does with a request on its way to the service. */
export interface Interception {
  /** Called before the request goes to the service. */
  before?(method: string, path: string): Promise<void> | void;
  /** Called when the service has answered, before the caller gets the answer. */
  after?(method: string): Promise<void> | void;
  /** The caller gets only this many bytes of each body, and then the connection breaks. */
  readonly cutAfter?: number;
}

/** A proxy to the stack of the tests, which can be stopped and started again on the same port. */
export async function apiProxy(interception: Interception = {}) {
  let server: Server | undefined;
  let port = 0;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = request;
    const sent = await buffer(request);
    await interception.before?.(method, url);
    const { host: _, connection: __, 'content-length': ___, ...kept } = headers;
    const answer = await fetch(`${stackUrl('STACK_URL')}${url}`, {
      method,
      headers: Object.entries(kept).map(([name, value]): [string, string] => [name, String(value)]),
      body: sent.length === 0 ? undefined : sent,
    });
    const body = Buffer.from(await answer.arrayBuffer());
    await interception.after?.(method);
    const shown = [...answer.headers].filter(([name]) => !/^(content-length|transfer-encoding|connection)$/.test(name));
    response.writeHead(answer.status, [...shown.flat()]);
    const { cutAfter } = interception;
    if (cutAfter === undefined || answer.status !== 200) return void response.end(body);
    response.write(body.subarray(0, cutAfter), () => response.destroy());
  }

  async function start(): Promise<void> {
    const handle = (request: IncomingMessage, response: ServerResponse) =>
      void serve(request, response).catch(() => response.destroy());
    ({ server, port } = await listen(handle, port));
  }

  async function stop(): Promise<void> {
    if (server === undefined) return;
    server.closeAllConnections();
    await close(server);
    server = undefined;
  }

  await start();
  return { url: `http://127.0.0.1:${port}`, start, stop };
}
