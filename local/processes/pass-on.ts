import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';

/**
 * Passes the bytes of a request on and those of the answer back as they are. Cuts the connection when the server behind
 * or the client is gone.
 * @param more headers that replace those of the request.
 */
export async function passOn(
  endpoint: string,
  request: IncomingMessage,
  response: ServerResponse,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { method, url } = request;
  // The server of this process has answered `Expect: 100-continue`.
  const { host: _, connection: _c, expect: _e, ...headers } = request.headers;
  const onward = httpRequest(`${endpoint}${url}`, { method, headers: { ...headers, ...more } });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    onward.once('response', resolve).once('error', reject);
  });
  try {
    const [answer] = await Promise.all([answered, pipeline(request, onward)]);
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    await pipeline(answer, response);
  } catch {
    response.destroy();
  }
}
