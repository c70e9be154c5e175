import { close, listen } from '../../local/processes/servers.ts';

/** Receives all webhooks and Slack messages of the fuzzed organisations. One in ten URLs answers an error. */
export async function startReceiver(): Promise<{ url: string; stop(): Promise<void> }> {
  const { server, url } = await listen((request, response) => {
    request.resume();
    response.writeHead(request.url?.endsWith('9') ? 500 : 200).end('ok');
  }, 0);
  return { url, stop: () => close(server) };
}
