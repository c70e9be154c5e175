import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Lookup } from '../../../lib/platform/outbound/dns.ts';
import { post } from '../../../lib/platform/outbound/post.ts';
import { checkUrl } from '../../../lib/platform/outbound/url.ts';

import { closeAll, hangUp, listen, ok, raw, receiver, receiving, to } from './receiver.ts';

afterEach(closeAll);

describe('post', () => {
  it('sends the exact bytes and headers to the path and query', async () => {
    const { received, url, port } = await receiver(ok);
    const body = Buffer.from('{"name":"Zoë 🐋"}');
    const headers = { 'Content-Type': 'application/json', 'X-Service-Event': 'ping' };
    const answer = await post(to(`${url}/a%20b?c=d#e`, { headers, body }));
    expect(answer).toEqual({ statusCode: 200, retryAfter: null, excerpt: 'ok', durationMs: expect.any(Number) });
    expect(received).toEqual([
      {
        method: 'POST',
        url: '/hook/a%20b?c=d',
        headers: {
          'content-type': 'application/json',
          'x-service-event': 'ping',
          'content-length': String(body.length),
          host: `127.0.0.1:${port}`,
          connection: 'close',
        },
        body,
      },
    ]);
  });

  it('sends to every path and query that a URL may have', async () => {
    const { received, url } = await receiver(ok);
    const text = fc.string({ unit: 'binary', maxLength: 20 }).map((each) => each.toWellFormed());
    await fc.assert(
      fc.asyncProperty(text, text, async (path, query) => {
        const checked = checkUrl(`${url}/${path}?${query}`, 'loopback');
        fc.pre('url' in checked);
        await expect(post(to(`${url}/${path}?${query}`, { timeoutMs: 60_000 }))).resolves.toMatchObject({
          statusCode: 200,
        });
        expect(received.at(-1)?.url).toBe(checked.url.pathname + checked.url.search);
      }),
    );
  });

  it('counts the length of a text body in bytes', async () => {
    const { received, url } = await receiver(ok);
    await post(to(url, { body: 'Zoë' }));
    expect(received[0]?.body.toString()).toBe('Zoë');
  });

  it.each([204, 400, 404, 410, 500, 503])('returns status %d', async (status) => {
    const { url } = await receiver((response) => response.writeHead(status).end());
    await expect(post(to(url))).resolves.toMatchObject({ statusCode: status, excerpt: '' });
  });

  it('returns the Retry-After header', async () => {
    const { url } = await receiver((response) => response.writeHead(429, { 'retry-after': '120' }).end());
    await expect(post(to(url))).resolves.toMatchObject({ statusCode: 429, retryAfter: '120' });
  });

  it.each([301, 302, 303, 307, 308])('does not follow a redirect with status %d', async (status) => {
    const target = await receiver(ok);
    const { url } = await receiver((response) => response.writeHead(status, { location: target.url }).end());
    await expect(post(to(url))).resolves.toMatchObject({ statusCode: status });
    expect(target.received).toEqual([]);
  });

  it('opens and closes a connection of its own for each exchange', async () => {
    const { listener } = receiving((response) => response.setHeader('connection', 'keep-alive').end('ok'));
    const server = createServer(listener);
    const closed: Promise<unknown>[] = [];
    server.on('connection', (socket: Socket) => closed.push(once(socket, 'close')));
    const url = `http://127.0.0.1:${await listen(server)}/`;
    await post(to(url));
    await post(to(url));
    expect(closed).toHaveLength(2);
    await Promise.all(closed);
  });

  it('delays no other receiver while one receiver is slow', async () => {
    const slow = await receiver(() => {});
    const quick = await receiver(ok);
    const cutShort = new AbortController();
    const waiting = post(to(slow.url, { signal: cutShort.signal }));
    await expect(post(to(quick.url))).resolves.toMatchObject({ statusCode: 200 });
    cutShort.abort();
    await expect(waiting).rejects.toMatchObject({ kind: 'aborted' });
  });

  it('refuses a header that contains a line break, as an internal error', async () => {
    const { url, received } = await receiver(ok);
    await expect(post(to(url, { headers: { 'X-Service-Event': 'ping\r\nX-Evil: 1' } }))).rejects.toMatchObject({
      code: 'ERR_INVALID_CHAR',
    });
    expect(received).toEqual([]);
  });
});

describe('the deadline of an exchange', () => {
  const timeoutMs = 200;
  const late = { kind: 'timeout', message: 'No whole answer within 0.2 s.' };

  /** A receiver that sends `head` and then one byte every 20 ms without an end. */
  const dripping = (head: string) =>
    raw((socket) => {
      socket.write(head);
      const drip = setInterval(() => socket.write('x'), 20);
      socket.on('close', () => clearInterval(drip));
    });

  it.each([
    ['does not answer', raw(() => {})],
    ['sends its head byte by byte', dripping('HTTP/1.1 200 OK\r\nX-Drip: ')],
    ['sends the body of a 200 byte by byte', dripping('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n')],
    ['sends only the status 100', raw((socket) => socket.write('HTTP/1.1 100 Continue\r\n\r\n'))],
  ])('ends an exchange with a receiver that %s', async (_what, server) => {
    const hungUp = hangUp(server);
    const port = await listen(server);
    const failed = post(to(`http://127.0.0.1:${port}/`, { timeoutMs }));
    await expect(failed).rejects.toMatchObject({ ...late, durationMs: expect.any(Number) });
    await hungUp;
  });

  it('is reported with the duration of the exchange', async () => {
    const port = await listen(raw(() => {}));
    const failed = post(to(`http://127.0.0.1:${port}/`, { timeoutMs }));
    const { durationMs } = await failed.catch((error: { durationMs: number }) => error);
    expect(durationMs).toBeGreaterThanOrEqual(timeoutMs - 5);
    expect(durationMs).toBeLessThan(60_000);
  });

  it('covers DNS, and no connection is made after the deadline', async () => {
    const server = createServer(receiving(ok).listener);
    let connections = 0;
    server.on('connection', () => {
      connections += 1;
    });
    const port = await listen(server);
    const dns = Promise.withResolvers<Awaited<ReturnType<Lookup>>>();
    await expect(post(to(`http://localhost:${port}/`, { timeoutMs }), () => dns.promise)).rejects.toMatchObject(late);
    dns.resolve([{ address: '127.0.0.1', family: 4 }]);
    // The server accepts in order. When this later exchange is over, the server has counted any earlier connection.
    await post(to(`http://127.0.0.1:${port}/`));
    expect(connections).toBe(1);
  });

  it('may have passed before the exchange begins', async () => {
    const signal = AbortSignal.abort();
    const { received, url } = await receiver(ok);
    await expect(post(to(url, { signal }))).rejects.toMatchObject({ kind: 'aborted' });
    expect(received).toEqual([]);
  });
});

describe('the address that post connects to', () => {
  it.each(['http://example.com/', 'https://10.0.0.1/', 'https://[::ffff:127.0.0.1]/', 'not a url'])(
    'is refused without a DNS request for %s',
    async (url) => {
      const lookup: Lookup = () => Promise.reject(new Error('asked'));
      await expect(post(to(url), lookup)).rejects.toMatchObject({
        kind: 'url_refused',
        durationMs: expect.any(Number),
      });
    },
  );

  it('is never this machine under the strict policy', async () => {
    const { received, port } = await receiver(ok);
    for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
      await expect(post(to(`https://${host}:${port}/`, { policy: 'strict' }))).rejects.toMatchObject({
        kind: 'url_refused',
      });
    }
    expect(received).toEqual([]);
  });

  it('is refused when any DNS answer is not public', async () => {
    const { received, port } = await receiver(ok);
    const lookup: Lookup = async () => [
      { address: '93.184.215.14', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ];
    await expect(post(to(`https://rebind.example:${port}/`, { policy: 'strict' }), lookup)).rejects.toMatchObject({
      kind: 'address_refused',
      message: 'The host resolves to an address that is not public.',
    });
    expect(received).toEqual([]);
  });

  it('is refused in the local stack when another name resolves to this machine', async () => {
    const lookup: Lookup = async () => [{ address: '127.0.0.1', family: 4 }];
    await expect(post(to('https://rebind.example:9000/'), lookup)).rejects.toMatchObject({ kind: 'address_refused' });
  });

  it('is refused when localhost resolves to another machine', async () => {
    const lookup: Lookup = async () => [{ address: '93.184.215.14', family: 4 }];
    await expect(post(to('http://localhost:9000/'), lookup)).rejects.toMatchObject({ kind: 'address_refused' });
  });

  it('is a checked address: DNS is asked once, and a second answer is never used', async () => {
    const checkedReceiver = await receiver(ok);
    const rebound = receiving(ok);
    await listen(createServer(rebound.listener), '127.0.0.2', checkedReceiver.port);
    let asked = 0;
    const lookup: Lookup = async () => [{ address: ++asked === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }];
    await expect(post(to(`http://localhost:${checkedReceiver.port}/`), lookup)).resolves.toMatchObject({
      statusCode: 200,
    });
    expect(asked).toBe(1);
    expect(checkedReceiver.received).toMatchObject([{ headers: { host: `localhost:${checkedReceiver.port}` } }]);
    expect(rebound.received).toEqual([]);
  });

  it('is the next checked address when the first address does not answer', async () => {
    const { port } = await receiver(ok);
    const lookup: Lookup = async () => [
      { address: '127.0.0.3', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ];
    await expect(post(to(`http://localhost:${port}/`), lookup)).resolves.toMatchObject({ statusCode: 200 });
  });

  it('is this machine for localhost, without DNS', async () => {
    const { port } = await receiver(ok);
    await expect(post(to(`http://localhost:${port}/`))).resolves.toMatchObject({ statusCode: 200 });
  });

  it('is missing when the name does not resolve, and the attempt fails', async () => {
    const failing: Lookup = () =>
      Promise.reject(Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' }));
    const empty: Lookup = async () => [];
    for (const [lookup, code] of [
      [failing, ' (ENOTFOUND)'],
      [empty, ''],
    ] as const) {
      await expect(post(to('https://gone.example/', { policy: 'strict' }), lookup)).rejects.toMatchObject({
        kind: 'dns_failed',
        message: `The host name does not resolve${code}.`,
      });
    }
  });

  it('may refuse the connection, and the attempt fails', async () => {
    const { port } = await receiver(ok);
    await closeAll();
    await expect(post(to(`http://127.0.0.1:${port}/`))).rejects.toMatchObject({
      kind: 'connect_failed',
      message: 'The connection failed (ECONNREFUSED).',
    });
  });
});
