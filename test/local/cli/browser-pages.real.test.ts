import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { signedFor } from '../../../local/aws/access-keys.ts';

const root = resolve(import.meta.dirname, '../../..');
const EVIL = 'https://evil.example';

let dataDir: string;
let stack: ChildProcess;
let api: number;
let aws: number;
/** The TCP ports of 127.0.0.1 on which the stack and its children listen. */
let ports: number[];

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'chainwatch-pages-'));
  const args = ['--port', '0', '--data-dir', dataDir, '--json', '--watch', 'anvil', '--watch', 'xrp'];
  const command = ['--disable-warning=ExperimentalWarning', join(root, 'local/cli/start.ts'), ...args];
  stack = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] });
  const [line] = await once(stack.stdout ?? stack, 'data');
  const { baseUrl } = z.object({ baseUrl: z.url() }).parse(JSON.parse(String(line)));
  const running = z.object({ awsEndpoint: z.url() }).parse(await (await fetch(`${baseUrl}/_local`)).json());
  api = Number(new URL(baseUrl).port);
  aws = Number(new URL(running.awsEndpoint).port);
  ports = [stack.pid ?? 0, ...beneath(stack.pid ?? 0)].flatMap(portsOf);
});
afterAll(async () => {
  stack.kill('SIGINT');
  if (stack.exitCode === null && stack.signalCode === null) await once(stack, 'exit');
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

/** The ids of all descendants of a process. */
function beneath(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`)
    .flatMap((task) => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim().split(' '))
    .filter((id) => id !== '')
    .map(Number);
  return [...children, ...children.flatMap(beneath)];
}

/** The ports on which a process listens, at 127.0.0.1 or at all addresses. */
function portsOf(pid: number): number[] {
  const sockets = new Set(
    readdirSync(`/proc/${pid}/fd`).map((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1];
      } catch {
        return undefined; // closed meanwhile
      }
    }),
  );
  return ['tcp', 'tcp6'].flatMap((family) =>
    readFileSync(`/proc/net/${family}`, 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter(
        ([, address = '', , state, , , , , , inode]) => state === LISTENING && sockets.has(inode) && isNear(address),
      )
      .map(([, address = '']) => Number.parseInt(address.split(':')[1] ?? '', 16)),
  );
}
const LISTENING = '0A';
/** As the kernel writes them: 127.0.0.1, 0.0.0.0, ::, ::1. */
const isNear = (address: string) => /^(0100007F|00000000|0{32}|0{24}01000000):/.test(address);

/** What a page sees of an answer; `cut` for a connection that ends without an answer. */
async function ask(port: number, method: string, path: string, headers: Record<string, string>): Promise<Seen> {
  const sent = request({ host: '127.0.0.1', port, method, path, headers, agent: false });
  sent.end(method === 'POST' ? '{"jsonrpc":"2.0","id":1,"method":"evm_mine","params":[]}' : '');
  try {
    const [answer] = await once(sent, 'response');
    const { statusCode: status, headers: answered } = answer;
    return { status, allowed: answered['access-control-allow-origin'], text: await text(answer) };
  } catch {
    return { status: 'cut', allowed: undefined, text: '' };
  }
}
interface Seen {
  readonly status: number | 'cut';
  readonly allowed: string | undefined;
  readonly text: string;
}
const all = (of: (port: number) => Promise<Seen>) =>
  Promise.all(
    ports.map(async (port) => ({ port: port === api ? 'api' : port === aws ? 'aws' : port, ...(await of(port)) })),
  );

describe('A page in a browser', () => {
  it('finds only the API, the AWS endpoint, its table, its queues and the nodes of the chains', () => {
    expect(ports.length).toBeGreaterThanOrEqual(6);
    expect(ports).toEqual(expect.arrayContaining([api, aws]));
  });

  it('that calls this machine by another name (DNS rebinding) reaches nothing', async () => {
    for (const name of ['evil.example', '127.0.0.1.evil.example', 'localhost.', '[::]', '127.0.0.2']) {
      const seen = await all((port) => ask(port, 'POST', '/', { host: `${name}:${port}` }));
      expect(seen).toEqual(seen.map(({ port, text }) => ({ port, status: 421, allowed: undefined, text })));
    }
    const wrongPort = await all((port) => ask(port, 'GET', '/', { host: '127.0.0.1:1' }));
    expect(wrongPort.map(({ status }) => status)).toEqual(ports.map(() => 421));
    const signed = { authorization: 'AWS4-HMAC-SHA256 Credential=a', host: `evil.example:${aws}` };
    const admin = '/2015-03-31/functions/chainwatch-local-admin/invocations';
    expect(await ask(aws, 'POST', admin, signed)).toMatchObject({ status: 421, allowed: undefined });
    expect(await ask(aws, 'GET', '/_local/mail', { host: `evil.example:${aws}` })).toMatchObject({ status: 421 });
  });

  it('of another origin may read no answer, and only the API answers it at all', async () => {
    const preflight = { origin: EVIL, 'access-control-request-method': 'POST' };
    for (const [method, headers] of [
      ['OPTIONS', { ...preflight, 'access-control-request-headers': 'authorization,x-amz-target' }],
      ['POST', { origin: EVIL, 'content-type': 'text/plain' }],
      ['POST', { origin: 'null', 'content-type': 'application/x-www-form-urlencoded' }],
      ['GET', { origin: EVIL }],
    ] as const) {
      const seen = await all((port) => ask(port, method, '/', headers));
      expect(seen).toEqual(
        seen.map(({ port, text }) => ({ port, status: port === 'api' ? 404 : 403, allowed: undefined, text })),
      );
    }
  });

  it('reads no file of S3 without a signature', async () => {
    const file = '/a-bucket/export.csv';
    for (const path of ['/a-bucket', file]) {
      await fetch(`http://127.0.0.1:${aws}${path}`, { method: 'PUT', headers: signedFor('s3'), body: 'hidden' });
    }
    expect(await ask(aws, 'GET', file, signedFor('s3'))).toMatchObject({ status: 200, text: 'hidden' });
    for (const path of [file, `${file}?X-Amz-Credential=local/20260101/us-east-1/s3/aws4_request`]) {
      const seen = await all((port) => ask(port, 'GET', path, {}));
      expect(seen.filter(({ text }) => text.includes('hidden'))).toEqual([]);
      expect(await ask(aws, 'GET', path, {})).toMatchObject({ status: 403 });
    }
  });

  it('and a program of this machine is served under each name of this machine', async () => {
    for (const host of [`127.0.0.1:${api}`, `localhost:${api}`, `LOCALHOST:${api}`, `[::1]:${api}`]) {
      expect(await ask(api, 'GET', '/api/health', { host })).toMatchObject({ status: 200 });
    }
  });
});
