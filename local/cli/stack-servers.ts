import { refuseMalformedRequests } from '../aws/malformed-requests.ts';
import type { GuardOptions, Serve } from '../processes/guarded.ts';
import { close, type listen } from '../processes/servers.ts';

/** The port so many after the port of the API. 0 for any port. */
export const beside = (port: number, n: number): number => (port === 0 || port + n > 65_535 ? 0 : port + n);

/** Listens at once. Answers 503 until `handle` sets the handler. */
export async function serve(
  pile: AsyncDisposableStack,
  port: number,
  listening: typeof listen,
  options?: GuardOptions,
): Promise<{ url: string; handle(serve: Serve): void }> {
  let handler: Serve = (_, response) => void response.writeHead(503, { 'Retry-After': '1' }).end();
  const { server, url } = await listening((request, response) => handler(request, response), port, options);
  pile.defer(() => close(server));
  refuseMalformedRequests(server);
  return {
    url,
    handle: (serve) => {
      handler = serve;
    },
  };
}
