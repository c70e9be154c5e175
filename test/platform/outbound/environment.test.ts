import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from '@jest/globals';
import { closeAll, counting, listen, receiving } from './receiver.ts';

const fixture = (name: string) => readFileSync(`${import.meta.dirname}/../../fixtures/tls/${name}`, 'utf8');
const run = promisify(execFile);

afterEach(closeAll);

/**
 * Posts from a new process, because Node reads these variables at its start. The process prints the status or the kind
 * of the failure. The time-out is a minute, because the process may have to load its modules first.
 */
async function postFromProcess(url: string, variables: Record<string, string>): Promise<string> {
  const program = `
    import { post } from '${import.meta.dirname}/../../../lib/platform/outbound/post.ts';
    const request = { url: '${url}', headers: {}, body: '{}', policy: 'loopback', timeoutMs: 60_000 };
    console.log(await post(request).then(({ statusCode }) => statusCode, ({ kind }) => kind));`;
  const options = { env: { ...process.env, ...variables } };
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], options);
  return stdout.trim();
}

describe('post', () => {
  it('verifies certificates although NODE_TLS_REJECT_UNAUTHORIZED is 0', async () => {
    const { listener, received } = receiving((response) => response.end('ok'));
    const server = createHttpsServer({ key: fixture('key.pem'), cert: fixture('localhost.pem') }, listener);
    const url = `https://localhost:${await listen(server)}/`;
    await expect(postFromProcess(url, { NODE_TLS_REJECT_UNAUTHORIZED: '0' })).resolves.toBe('tls_failed');
    expect(received).toEqual([]);
    // The same process succeeds when it trusts this certificate.
    const trusting = { NODE_EXTRA_CA_CERTS: `${import.meta.dirname}/../../fixtures/tls/localhost.pem` };
    await expect(postFromProcess(url, trusting)).resolves.toBe('200');
  });

  it('uses no proxy although the proxy variables are set', async () => {
    const plain = receiving((response) => response.end('ok'));
    const secure = receiving((response) => response.end('ok'));
    const tls = createHttpsServer({ key: fixture('key.pem'), cert: fixture('localhost.pem') }, secure.listener);
    const urls = [
      `http://127.0.0.1:${await listen(createHttpServer(plain.listener))}/`,
      `https://localhost:${await listen(tls)}/`,
    ];
    const proxy = await counting();
    const at = `http://127.0.0.1:${proxy.port}`;
    const proxies = { HTTP_PROXY: at, http_proxy: at, HTTPS_PROXY: at, https_proxy: at, ALL_PROXY: at, all_proxy: at };
    const trusted = { NODE_EXTRA_CA_CERTS: `${import.meta.dirname}/../../fixtures/tls/localhost.pem` };
    const variables = { ...proxies, ...trusted, NODE_USE_ENV_PROXY: '1', NO_PROXY: '', no_proxy: '' };
    for (const url of urls) await expect(postFromProcess(url, variables)).resolves.toBe('200');
    expect([plain.received.length, secure.received.length, proxy.connections]).toEqual([1, 1, 0]);
  });
});
