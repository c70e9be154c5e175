import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from '@jest/globals';
import { post } from '../../../lib/platform/outbound/post.ts';
import { closeAll, hangUp, listen, raw, receiver, receiving, to } from './receiver.ts';

afterEach(closeAll);

describe('the response of a receiver', () => {
  it('is cut off at 64 KiB and its status still counts', async () => {
    let written = 0;
    const { listener } = receiving((response) => {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(10_000))) written += 10_000;
      };
      response.on('drain', more);
      more();
    });
    const server = createServer(listener);
    const hungUp = hangUp(server);
    const answer = await post(to(`http://127.0.0.1:${await listen(server)}/`));
    await hungUp;
    expect(answer).toMatchObject({ statusCode: 200, excerpt: `${'x'.repeat(999)}…` });
    // The receiver never stops, but can write only the bytes that post reads and the bytes that the buffers hold.
    expect(written).toBeGreaterThan(64 * 1024);
  });

  it('is shown without control characters', async () => {
    const { url } = await receiver((response) => response.end('a\r\nb\0c\u001b[31md\u202ee\u2028f é🐋'));
    await expect(post(to(url))).resolves.toMatchObject({ excerpt: 'a  b c [31md e f é🐋' });
  });

  it('is shown up to 1,000 characters, for characters of any size', async () => {
    const { url } = await receiver((response) => response.end('🐋'.repeat(2_000)));
    await expect(post(to(url))).resolves.toMatchObject({ excerpt: `${'🐋'.repeat(999)}…` });
  });

  it('is shown with replacement characters when it is not UTF-8', async () => {
    const { url } = await receiver((response) => response.end(Buffer.from([0x61, 0xff, 0x62])));
    await expect(post(to(url))).resolves.toMatchObject({ excerpt: 'a\ufffdb' });
  });

  it.each([
    ['nothing', ''],
    ['no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['half a head', 'HTTP/1.1 200 OK\r\nContent-Ty'],
    ['less body than announced', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc'],
    ['a broken chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    ['a head of 20 KB', `HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['a head that is folded and never ends', `HTTP/1.1 200 OK\r\n${'X: y\r\n'.repeat(5_000)}`],
    ['interim answers without end', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(11)],
    ['a chunk extension of 20 KB', `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(20_000)}\r\n`],
    ['a trailer of 20 KB', `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: ${'x'.repeat(20_000)}\r\n`],
    ['a switch of protocols', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'],
  ])('makes the attempt fail when it is %s', async (_what, bytes) => {
    const port = await listen(raw((socket) => socket.end(bytes)));
    await expect(post(to(`http://127.0.0.1:${port}/`))).rejects.toMatchObject({ kind: 'response_error' });
  });

  it('is the final response after a few interim responses', async () => {
    const bytes = `${'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(10)}HTTP/1.1 204 No Content\r\n\r\n`;
    const port = await listen(raw((socket) => socket.end(bytes)));
    await expect(post(to(`http://127.0.0.1:${port}/`))).resolves.toMatchObject({ statusCode: 204 });
  });

  it('is read only in part when it is a flood of interim responses', async () => {
    const heads = Buffer.from('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(2_000));
    const server = raw((socket) => {
      const more = () => {
        while (!socket.destroyed && socket.write(heads));
      };
      socket.on('drain', more);
      more();
    });
    const hungUp = hangUp(server);
    const failed = post(to(`http://127.0.0.1:${await listen(server)}/`));
    await expect(failed).rejects.toMatchObject({ kind: 'response_error' });
    await hungUp;
  });

  it('is not decompressed, and the request does not ask for compression', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    const { url, received } = await receiver((response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    );
    const { excerpt } = await post(to(url));
    // A decompressor would produce 50 MB of zeros.
    expect(bomb.subarray(0, 2).toString('latin1')).toBe('\x1f\x8b');
    expect(excerpt.startsWith(' \ufffd')).toBe(true);
    expect(received[0]?.headers).not.toHaveProperty('accept-encoding');
  });

  it('counts when it arrives before the whole request body is sent, and the rest of the body is not sent', async () => {
    const body = Buffer.alloc(50_000_000);
    const answered = Promise.withResolvers<void>();
    let read = 0;
    const server = raw((socket) => {
      socket.on('data', (bytes) => {
        read += bytes.length;
      });
      socket.once('data', () => socket.pause().write('HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n'));
      answered.promise.then(() => socket.resume());
    });
    const hungUp = hangUp(server);
    const url = `http://127.0.0.1:${await listen(server)}/`;
    await expect(post(to(url, { body }))).resolves.toMatchObject({ statusCode: 413 });
    answered.resolve();
    await hungUp;
    expect(read).toBeLessThan(body.length);
  });
});
