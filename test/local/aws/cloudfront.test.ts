import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Pages } from '../../../local/aws/cloudfront.ts';
import { close, listen } from '../../../local/processes/servers.ts';

const folder = mkdtempSync(join(tmpdir(), 'chainwatch-pages-'));
const files: Record<string, string> = {
  'secret.json': '{}',
  'pages/console/index.html': '<title>Console</title>',
  'pages/console/assets/main-ABCDEFGH.js': 'run();',
  'pages/console/assets/main-ABCDEFGH.css': 'body{}',
  'pages/console/icon.svg': '<svg/>',
  'pages/docs/index.html': '<title>Docs</title>',
  'pages/docs/guides/index.html': '<title>Guides</title>',
  'pages/docs/guides/a.html': '<title>A guide</title>',
};
let server: Awaited<ReturnType<typeof listen>> | undefined;

beforeAll(async () => {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  writeFileSync(join(folder, 'pages/console/assets/main-ABCDEFGH.js.gz'), gzipSync('run();'));
  const pages = new Pages(join(folder, 'pages'));
  server = await listen((asked, answer) => {
    if (!pages.serve(asked, answer)) answer.writeHead(418).end();
  }, 0);
});
afterAll(async () => {
  if (server !== undefined) await close(server.server);
  rmSync(folder, { recursive: true });
});

/** Sends the path as it is: `fetch` would remove the dots. */
async function ask(path: string, { method = 'GET', headers = {} }: { method?: string; headers?: object } = {}) {
  const sent = request({ host: '127.0.0.1', port: server?.port, path, method, headers: { ...headers } }).end();
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).once('error', reject);
  });
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
}

describe('Pages of a stack with an identity provider', () => {
  const issuer = 'http://127.0.0.1:3003';

  it.each([
    ['with one', { issuer, clientId: 'console' }, `connect-src 'self' ${issuer};`],
    ['without one', undefined, "connect-src 'self';"],
  ])('tell the console how people sign in, and let the console alone call it: %s', async (_what, signIn, allowed) => {
    const pages = new Pages(join(folder, 'pages'), signIn);
    const own = await listen((asked, answer) => void pages.serve(asked, answer), 0);
    const answer = await fetch(`${own.url}/console/sign-in.json`);
    expect(await answer.json()).toEqual(signIn ?? {});
    expect(answer.headers.get('content-security-policy')).toContain(allowed);
    const docs = await fetch(`${own.url}/docs/`);
    await docs.text();
    expect(docs.headers.get('content-security-policy')).toContain("connect-src 'self';");
    await close(own.server);
  });
});

describe('Pages', () => {
  it.each([
    ['/console/', 'text/html;charset=utf-8', 'no-cache'],
    ['/console/wallets?page=2', 'text/html;charset=utf-8', 'no-cache'],
    ['/docs/', 'text/html;charset=utf-8', 'no-cache'],
    ['/docs/guides/', 'text/html;charset=utf-8', 'no-cache'],
    ['/docs/guides/a.html', 'text/html;charset=utf-8', 'no-cache'],
    ['/console/icon.svg', 'image/svg+xml', 'no-cache'],
    ['/console/assets/main-ABCDEFGH.js', 'text/javascript', 'public, max-age=31536000, immutable'],
    ['/console/assets/main-ABCDEFGH.css', 'text/css', 'public, max-age=31536000, immutable'],
  ])('serve %s as %s, cached as %s', async (path, type, cached) => {
    const { status, headers, body } = await ask(path);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, type, cached]);
    expect(Object.values(files)).toContain(body);
  });

  it.each(['/console/missing.js', '/console/assets/missing-ABCDEFGH.js', '/docs/missing'])(
    'answer 404 to %s, which a browser may not keep',
    async (path) => {
      const { status, headers } = await ask(path);
      expect([status, headers['cache-control']]).toEqual([404, 'no-cache']);
    },
  );

  it.each([
    '/console/../../secret.json',
    '/console/%2e%2e/%2e%2e/secret.json',
    '/console/..%2f..%2fsecret.json',
    '/console/%2e%2e%2f%2e%2e%2fsecret.json',
    '/console/..%5c..%5csecret.json',
    '/docs//../../secret.json',
    '/docs/%c0%ae%c0%ae/secret.json',
    '/docs/%00secret.json',
  ])('serve no file outside of the pages: %s', async (path) => {
    expect((await ask(path)).status).toBe(404);
  });

  it.each(['/console', '/docs', '/docs/guides'])('redirect %s for ever', async (path) => {
    expect(await ask(path)).toMatchObject({ status: 308, headers: { location: `${path}/` } });
  });

  it('redirect the root to the console, but not for ever', async () => {
    const visit = { headers: { accept: 'text/html,*/*' } };
    expect(await ask('/', visit)).toMatchObject({ status: 302, headers: { location: '/console/' } });
    // A program that asks for the root gets the answer of the API.
    expect((await ask('/')).status).toBe(418);
  });

  it.each(['/api/wallets', '/_local', '/consoles', '/doc', '/health'])('leave %s to the API', async (path) => {
    expect((await ask(path)).status).toBe(418);
  });

  it('answer 304 while the file is the same', async () => {
    const { etag = '' } = (await ask('/console/')).headers;
    const again = await ask('/console/', { headers: { 'if-none-match': etag } });
    expect(again).toMatchObject({ status: 304, body: '', headers: { 'referrer-policy': 'no-referrer' } });
    expect((await ask('/console/', { headers: { 'if-none-match': 'W/"other"' } })).status).toBe(200);
  });

  it('send no body to HEAD, and refuse other methods', async () => {
    expect(await ask('/console/', { method: 'HEAD' })).toMatchObject({ status: 200, body: '' });
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      expect(await ask('/console/', { method })).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
    }
  });

  it('send the gzip file of a script to a browser that takes it', async () => {
    const path = '/console/assets/main-ABCDEFGH.js';
    const { headers } = await ask(path, { headers: { 'accept-encoding': 'gzip, br' } });
    expect(headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-type': 'text/javascript',
      vary: 'Accept-Encoding',
    });
    expect((await ask(path)).headers['content-encoding']).toBeUndefined();
  });
});
