import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { close, listen } from '../../../local/processes/servers.ts';

const root = resolve(import.meta.dirname, '../../..');
const Ready = z.strictObject({ baseUrl: z.url(), apiKey: z.string(), organisationId: z.uuid() });

let dataDir: string;
let started: ChildProcess[] = [];
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'chainwatch-start-'));
  started = [];
});
afterEach(async () => {
  for (const child of started) if (child.exitCode === null) child.kill('SIGKILL');
  await Promise.all(
    started.map((child) => child.exitCode === null && child.signalCode === null && once(child, 'exit')),
  );
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

function run(command: string, args: readonly string[]) {
  const path = `${join(root, 'node_modules/.bin')}:${process.env.PATH}`;
  const child = spawn(command, args, { cwd: root, env: { ...process.env, PATH: path }, detached: true });
  started.push(child);
  const output = Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { child, output: output.then(([out, err]) => ({ out, err, code: child.exitCode })) };
}

const node = (script: string, ...args: string[]) =>
  run(process.execPath, ['--disable-warning=ExperimentalWarning', `local/cli/${script}.ts`, ...args]);

interface Started extends ReturnType<typeof run> {
  readonly ready: z.output<typeof Ready>;
}

/** Starts the stack on the data folder and waits for its JSON line. */
async function start(launch = () => node('start', '--port', '0', '--data-dir', dataDir, '--json')): Promise<Started> {
  const { child, output } = launch();
  const line = await Promise.race([
    once(child.stdout, 'data').then(String),
    output.then(({ err }) => Promise.reject(new Error(`It did not start: ${err}`))),
  ]);
  return { child, output, ready: Ready.parse(JSON.parse(line)) };
}

/** The ids of all descendants of a process. */
function beneath(pid: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
    .map(Number);
  return [...children, ...children.flatMap(beneath)];
}

/** Undefined for a process that has ended, also if it is still a zombie. */
function parentOf(pid: string): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return /^State:\s+Z/m.test(status) ? undefined : Number(/^PPid:\s+(\d+)$/m.exec(status)?.[1]);
  } catch {
    return undefined;
  }
}

/** The first of three ports that are free. Nothing takes a port of this range unless it asks for this very port. */
async function threeFreePorts(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 30_000);
    const tried = await Promise.allSettled([0, 1, 2].map((n) => listen(() => {}, port + n)));
    await Promise.all(tried.map((each) => each.status === 'fulfilled' && close(each.value.server)));
    if (tried.every(({ status }) => status === 'fulfilled')) return port;
  }
}

const isAlive = (pid: number): boolean => parentOf(String(pid)) !== undefined;

/** The processes that are still alive after a generous wait. */
async function leftOf(pids: readonly number[]): Promise<number[]> {
  for (const deadline = performance.now() + 60_000; pids.some(isAlive) && performance.now() < deadline; )
    await sleep(20);
  return pids.filter(isAlive);
}

/** Ends a stack with a signal, which leaves no process of the stack behind. */
async function end({ child, ready }: Started, signal: NodeJS.Signals): Promise<void> {
  const all = [child.pid ?? 0, ...beneath(child.pid ?? 0)];
  expect(all.length).toBeGreaterThanOrEqual(3);
  child.kill(signal);
  expect(await leftOf(all)).toEqual([]);
  await expect(fetch(ready.baseUrl)).rejects.toThrow();
}

/** Sends ether on the node at `url`, from an unlocked account of the node. */
async function sendEther(url: string, to: string): Promise<string> {
  const rpc = async (method: string, params: unknown[]): Promise<unknown> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    return z.object({ result: z.unknown() }).parse(await answer.json()).result;
  };
  const [from] = z.array(z.string()).parse(await rpc('eth_accounts', []));
  return z.string().parse(await rpc('eth_sendTransaction', [{ from, to, value: '0xde0b6b3a7640000' }]));
}

const call = (base: { baseUrl: string; apiKey: string }, path: string, init: RequestInit = {}) =>
  fetch(`${base.baseUrl}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${base.apiKey}`, 'content-type': 'application/json' },
  });

// Each start costs about three seconds of a processor, so a test checks several things of a stack.
describe('npm start', () => {
  it('prints one line when ready, and keeps organisation, key and data from SIGINT to the next start', async () => {
    const first = await start();
    const body = '{"label":"Kept","address":"0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045","chains":["anvil"]}';
    expect((await call(first.ready, '/api/wallets', { method: 'POST', body })).status).toBe(201);
    await end(first, 'SIGINT');
    const { out, code } = await first.output;
    expect(out.trimEnd().split('\n')).toHaveLength(1);
    expect(code).toBe(0);

    const second = await start();
    expect(second.ready).toMatchObject({ apiKey: first.ready.apiKey, organisationId: first.ready.organisationId });
    const wallets = z.object({ data: z.array(z.object({ label: z.string() })) });
    expect(wallets.parse(await (await call(second.ready, '/api/wallets')).json()).data).toMatchObject([
      { label: 'Kept' },
    ]);
    await end(second, 'SIGTERM');
  });

  it('records payments to a watched wallet, including those during an outage after SIGKILL', async () => {
    // This node belongs to the test run and outlives the stack.
    const anvil = process.env.STACK_ANVIL_URL ?? '';
    const address = `0x${randomBytes(20).toString('hex')}`;
    const watching = () => node('start', '--port', '0', '--data-dir', dataDir, '--json', '--rpc', `anvil=${anvil}`);
    const hashes = async (ready: z.output<typeof Ready>, count: number) => {
      const Page = z.object({ data: z.array(z.object({ hash: z.string(), source: z.string() })) });
      const list = async () => Page.parse(await (await call(ready, '/api/transactions')).json()).data;
      // The lease of the killed watcher lasts for 10 s.
      for (const deadline = performance.now() + 60_000; (await list()).length < count && performance.now() < deadline; )
        await sleep(50);
      return list();
    };

    const first = await start(watching);
    const body = JSON.stringify({ label: 'Watched', address, chains: ['anvil'] });
    expect((await call(first.ready, '/api/wallets', { method: 'POST', body })).status).toBe(201);
    const one = await sendEther(anvil, address);
    expect(await hashes(first.ready, 1)).toMatchObject([{ hash: one, source: 'watch' }]);
    await end(first, 'SIGKILL');
    await first.output;

    const two = await sendEther(anvil, address);
    const second = await start(watching);
    // Compare as a set: blocks of the same second are listed by hash.
    const recorded = await hashes(second.ready, 2);
    expect(recorded.map(({ hash }) => hash).sort()).toEqual([one, two].sort());
    // The watcher ends before its emulators. A machine that stalls for a second can look like a hang, so try again.
    const stopped = async ({ child, output }: Started) => {
      child.kill('SIGTERM');
      return (await output).err;
    };
    let logged = await stopped(second);
    for (let n = 0; n < 3 && logged.includes('"level":"error"'); n++) logged = await stopped(await start(watching));
    expect(logged).not.toContain('"level":"error"');
  });

  it('prints how to reach it last, and leaves no process behind if only npm gets the signal', async () => {
    const port = await threeFreePorts();
    const options = ['--port', String(port), '--data-dir', dataDir, '--watch', 'xrp'];
    const { child, output } = run('npm', ['start', '--silent', '--', ...options]);
    const { promise: isReady, resolve: ready } = Promise.withResolvers<void>();
    let printed = '';
    child.stdout.on('data', (more) => {
      printed += more;
      if (/^ {2}Log .*\n\n$/m.test(printed)) ready();
    });
    await Promise.race([isReady, output]);
    const all = beneath(child.pid ?? 0);
    expect(all.length).toBeGreaterThanOrEqual(3);
    child.kill('SIGTERM');
    expect(await leftOf(all)).toEqual([]);
    const [starting, ...banner] = (await output).out.split('\n').filter((line) => line !== '');
    expect(starting).toContain(join(dataDir, 'stack.log'));
    const at = (n: number) => `http://127.0.0.1:${port + n}`;
    expect(banner).toEqual([
      'Chainwatch is running. Ctrl-C stops it.',
      `  Console    ${at(0)}/console/`,
      expect.stringMatching(/^ {2}API key {4}cw_test_\w+$/),
      '  Sign-in    with the key only (--sign-in lets people sign in)',
      `  API        ${at(0)}, described at ${at(0)}/docs/`,
      `  Mails      ${at(1)}/_local/mail`,
      `  EVM node   ${at(2)} (chain id "anvil")`,
      expect.stringMatching(/^ {2}Watching {3}xrp, from block 11119607, 0 confirmations, at http:\/\/127\.0\.0\.1/),
      '  Prices     fixed, made up for the test chains',
      `  Log        ${join(dataDir, 'stack.log')}`,
      `Stopped. The data is in ${dataDir}.`,
    ]);
    expect(readFileSync(join(dataDir, 'stack.log'), 'utf8')).toContain('"event":"local.dynamodb_delays"');
  });

  it('says which Node it needs, to an older Node', async () => {
    const older = 'data:text/javascript,Object.defineProperty(process,"version",{value:"v20.11.0"})';
    const { code, out, err } = await run(process.execPath, ['--import', older, 'local/run.mjs']).output;
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/^This is Node v20\.11\.0 on \w+-\w+.*Node 24.*npm start/);
  });

  it('refuses an unknown option and prints the usage', async () => {
    const { code, err, out } = await node('start', '--colour').output;
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain("Unknown option '--colour'");
    expect(err).toContain('--retry-delays');
  });
});

const Made = z.strictObject({ organisationId: z.uuid(), apiKey: z.string() });

describe('with a stack on its data folder', () => {
  let folder: string;
  let before: Awaited<ReturnType<typeof run>['output']>;
  let running: Started;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'chainwatch-start-'));
    before = await node('org-create', '--name', 'Acme', '--data-dir', folder).output;
    running = await start(() => node('start', '--port', '0', '--data-dir', folder, '--json'));
  });
  afterAll(async () => {
    running.child.kill('SIGKILL');
    await running.output;
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  });
  const port = () => new URL(running.ready.baseUrl).port;

  it('npm start says how to fix it when the port or the data folder is in use', async () => {
    const samePort = await node('start', '--port', port(), '--data-dir', dataDir).output;
    expect([samePort.code, samePort.err]).toEqual([
      1,
      expect.stringContaining(`Port ${port()} is in use. Choose another`),
    ]);
    const sameFolder = await node('start', '--port', '0', '--data-dir', folder).output;
    expect([sameFolder.code, sameFolder.err]).toEqual([1, expect.stringContaining('--data-dir')]);
  });

  it('npm run org:create creates an organisation in the running stack of a data folder or a port', async () => {
    for (const where of [
      ['--data-dir', folder],
      ['--port', port()],
    ]) {
      const { out, code } = await node('org-create', '--name', 'Acme', ...where).output;
      const made = Made.parse(JSON.parse(out));
      expect(code).toBe(0);
      expect(made.organisationId).not.toBe(running.ready.organisationId);
      expect((await call({ ...running.ready, apiKey: made.apiKey }, '/api/keys')).status).toBe(200);
    }
  });

  it('npm run org:create had started and stopped a stack before, when none was running', async () => {
    const { apiKey } = Made.parse(JSON.parse(before.out));
    expect(before.code).toBe(0);
    expect((await call({ ...running.ready, apiKey }, '/api/wallets')).status).toBe(200);
  });

  it('npm run chain:resume resumes a chain of the stack where it stopped or at a height', async () => {
    const Resumed = z.looseObject({ chain: z.literal('anvil'), from: z.int(), stopped: z.null() });
    const coverage = async () =>
      z
        .looseObject({ status: z.string() })
        .parse(await (await call(running.ready, '/api/chains/anvil/coverage')).json());
    while ((await coverage()).height === null) await sleep(100);
    const { out, code } = await node('chain-resume', 'anvil', '--data-dir', folder).output;
    expect([code, Resumed.parse(JSON.parse(out)).from]).toEqual([0, expect.any(Number)]);
    const restarted = await node('chain-resume', 'anvil', '--from', '5', '--port', port()).output;
    expect([restarted.code, Resumed.parse(JSON.parse(restarted.out))]).toEqual([
      0,
      expect.objectContaining({ from: 5 }),
    ]);
  });
});

it('npm run org:create names a missing option', async () => {
  const nameless = await node('org-create').output;
  expect([nameless.code, nameless.err]).toEqual([2, expect.stringContaining('--name is missing')]);
  const nobody = await node('org-create', '--name', 'x', '--port', '1').output;
  expect([nobody.code, nobody.err]).toEqual([1, expect.stringContaining('npm start -- --port 1')]);
});

it.each([
  [[], 'Name one chain'],
  [['nochain'], 'nochain cannot be resumed'],
  [['anvil', '--from', 'x'], '--from must be a height'],
])('npm run chain:resume refuses %j', async (args, message) => {
  const { code, err } = await node('chain-resume', ...args).output;
  expect([code, err]).toEqual([2, expect.stringContaining(message)]);
});
