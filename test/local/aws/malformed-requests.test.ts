import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { refuseMalformedRequests } from '../../../local/aws/malformed-requests.ts';
import { close, listen } from '../../../local/processes/servers.ts';

let server: Awaited<ReturnType<typeof listen>>;
beforeAll(async () => {
  server = await listen((_, response) => void response.end('served'), 0);
  refuseMalformedRequests(server.server);
});
afterAll(() => close(server.server));

const sent = (bytes: string): Promise<string> => {
  const socket = connect(server.port, '127.0.0.1');
  socket.write(bytes);
  return text(socket);
};

describe("A request that Node's HTTP parser refuses", () => {
  it.each([
    ['a line that is none', 'nonsense\r\n\r\n', 400, 'validation_failed'],
    ['a header name with a blank', 'GET / HTTP/1.1\r\nHost: x\r\nBad Name: x\r\n\r\n', 400, 'validation_failed'],
    [
      'headers beyond the limit',
      `GET / HTTP/1.1\r\nHost: x\r\nA: ${'x'.repeat(20_000)}\r\n\r\n`,
      413,
      'payload_too_large',
    ],
    ['a tunnel', 'CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n', 404, 'not_found'],
  ])('gets a problem document: %s', async (_, bytes, status, code) => {
    const [head = '', body = ''] = (await sent(bytes)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} .*\r\nContent-Type: application/problem\\+json\r\n`));
    const problem = JSON.parse(body);
    expect(problem).toMatchObject({ status, code });
    expect(head).toContain(`X-Request-Id: ${problem.requestId}`);
  });

  it('is served if only its Expect header is unknown', async () => {
    const answer = await sent(
      `GET / HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nExpect: wonders\r\nConnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 200 .*served/s);
  });
});
