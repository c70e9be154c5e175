import { createServer, type RequestListener } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import { fetchDocument } from '../../../lib/platform/outbound/fetch-document.ts';
import { closeAll, counting, hangUp, listen, raw } from './receiver.ts';

afterEach(closeAll);

const fetched = (url: string, more: Partial<Parameters<typeof fetchDocument>[0]> = {}) =>
  fetchDocument({ url, headers: {}, policy: 'loopback', mostBytes: 1_000, ...more });
const serving = async (listener: RequestListener) => `http://127.0.0.1:${await listen(createServer(listener))}`;

describe('fetchDocument', () => {
  it('answers the body, its type and its version', async () => {
    const headers = { 'Content-Type': 'text/csv', ETag: '"v1"', 'Last-Modified': 'Sat, 31 Jan 2026 09:00:00 GMT' };
    const url = await serving((_, response) => response.writeHead(200, headers).end('a,b'));
    expect(await fetched(url)).toEqual({
      statusCode: 200,
      contentType: 'text/csv',
      etag: '"v1"',
      lastModified: headers['Last-Modified'],
      body: Buffer.from('a,b'),
    });
  });

  it('ends when the time is over, while it waits for an answer and while a body trickles', async () => {
    const silent = raw(() => {});
    const hungUp = hangUp(silent);
    const silence = fetched(`http://127.0.0.1:${await listen(silent)}`, { timeoutMs: 50 });
    await expect(silence).rejects.toMatchObject({ kind: 'timeout' });
    await hungUp;
    const trickle = await serving((_, response) => void response.writeHead(200).write('#'));
    await expect(fetched(trickle, { timeoutMs: 50 })).rejects.toMatchObject({ kind: 'timeout' });
  });

  it('has one limit of time for all redirects together', async () => {
    let asked = 0;
    const url = await serving((_, response) => {
      asked++;
      setTimeout(() => response.writeHead(302, { Location: '/next' }).end(), 60);
    });
    await expect(fetched(url, { timeoutMs: 100 })).rejects.toMatchObject({ kind: 'timeout' });
    expect(asked).toBeLessThan(3);
  });

  it('follows no redirect to an address that the stage does not allow', async () => {
    const trap = await counting();
    const moved = (location: string) => serving((_, response) => response.writeHead(302, { Location: location }).end());
    const refused = { kind: 'url_refused' };
    await expect(fetched(await moved('https://169.254.169.254/latest/meta-data'))).rejects.toMatchObject(refused);
    await expect(fetched(await moved('ftp://example.com/'))).rejects.toMatchObject(refused);
    await expect(fetched(`http://127.0.0.1:${trap.port}`, { policy: 'strict' })).rejects.toMatchObject(refused);
    expect(trap.connections).toBe(0);
  });

  it('reads no more of a body than it may have', async () => {
    const url = await serving((_, response) => response.writeHead(200).end('#'.repeat(1_001)));
    await expect(fetched(url)).rejects.toMatchObject({ kind: 'too_large' });
    expect((await fetched(url, { mostBytes: 1_001 })).body).toHaveLength(1_001);
  });
});
