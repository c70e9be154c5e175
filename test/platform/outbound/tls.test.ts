import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls';
import { afterEach, describe, expect, it } from '@jest/globals';
import { post } from '../../../lib/platform/outbound/post.ts';
import { closeAll, listen, raw, receiving } from './receiver.ts';

const fixture = (name: string) => readFileSync(`${import.meta.dirname}/../../fixtures/tls/${name}`, 'utf8');
const trusted = getCACertificates('default');

afterEach(async () => {
  setDefaultCACertificates(trusted);
  await closeAll();
});

/** An HTTPS receiver with one of the certificates. It keeps the server names that its clients asked for. */
async function receiver(certificate: 'localhost.pem' | 'other.pem', options: { maxVersion?: 'TLSv1.1' } = {}) {
  const { listener, received } = receiving((response) => response.end('ok'));
  const server = createServer({ key: fixture('key.pem'), cert: fixture(certificate), ...options }, listener);
  const names: unknown[] = [];
  server.on('secureConnection', (socket: TLSSocket & { servername?: unknown }) => names.push(socket.servername));
  return { received, names, port: await listen(server) };
}

const postTo = (url: string) => post({ url, headers: {}, body: '{"secret":1}', policy: 'loopback' });

describe('post over TLS', () => {
  it('verifies the certificate against the host name and sends the name as SNI', async () => {
    setDefaultCACertificates([fixture('localhost.pem')]);
    const { port, names, received } = await receiver('localhost.pem');
    await expect(postTo(`https://localhost:${port}/`)).resolves.toMatchObject({ statusCode: 200, excerpt: 'ok' });
    expect(names).toEqual(['localhost']);
    expect(received).toMatchObject([{ headers: { host: `localhost:${port}` } }]);
  });

  it('verifies the certificate of an IP address against the address, without SNI', async () => {
    setDefaultCACertificates([fixture('localhost.pem')]);
    const { port, names } = await receiver('localhost.pem');
    await expect(postTo(`https://127.0.0.1:${port}/`)).resolves.toMatchObject({ statusCode: 200 });
    expect(names).toEqual([false]);
  });

  it('refuses an untrusted certificate and sends nothing', async () => {
    const { port, received } = await receiver('localhost.pem');
    await expect(postTo(`https://localhost:${port}/`)).rejects.toMatchObject({
      kind: 'tls_failed',
      message: 'The TLS handshake failed or the certificate is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT).',
    });
    expect(received).toEqual([]);
  });

  it('refuses a trusted certificate of another name', async () => {
    setDefaultCACertificates([fixture('other.pem')]);
    const { port, received } = await receiver('other.pem');
    await expect(postTo(`https://localhost:${port}/`)).rejects.toMatchObject({
      kind: 'tls_failed',
      message: expect.stringContaining('ERR_TLS_CERT_ALTNAME_INVALID'),
    });
    expect(received).toEqual([]);
  });

  it('refuses a receiver that speaks no TLS or closes the connection in the handshake', async () => {
    for (const answer of ['HTTP/1.1 200 OK\r\n\r\n', '']) {
      const port = await listen(raw((socket) => socket.end(answer)));
      await expect(postTo(`https://127.0.0.1:${port}/`)).rejects.toMatchObject({ kind: 'tls_failed' });
    }
  });

  it('ends a handshake that hangs at the deadline', async () => {
    const port = await listen(raw(() => {}));
    const failed = post({
      url: `https://127.0.0.1:${port}/`,
      headers: {},
      body: '',
      policy: 'loopback',
      timeoutMs: 200,
    });
    await expect(failed).rejects.toMatchObject({ kind: 'timeout' });
  });
});
