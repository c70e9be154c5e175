import type { Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { close, listen } from '../../../local/processes/servers.ts';
import { lambdaOf } from './functions-of-sources.ts';

/** Takes the time of the event, and counts the calls of its instance. */
const waits = `let calls = 0;
  exports.handler = async ({ ms = 0 }) => {
    calls++;
    await new Promise((resolve) => setTimeout(resolve, ms));
    return { calls };
  };`;

const many = (count: number, call: () => Promise<unknown>) => Promise.all(Array.from({ length: count }, call));
const results = (outcomes: unknown[]) => outcomes.map((outcome) => Reflect.get(Object(outcome), 'result'));

describe('The memory of a function', () => {
  it('belongs to one concurrent call, and later calls find it again', async () => {
    const { lambda } = lambdaOf({ f: waits });
    expect(results(await many(3, () => lambda.invoke('f', { ms: 5 })))).toMatchObject([
      { calls: 1 },
      { calls: 1 },
      { calls: 1 },
    ]);
    // The instance that was used last serves the next call.
    for (const calls of [2, 3]) expect(await lambda.invoke('f', {})).toMatchObject({ result: { calls } });
  });

  it('is shared beyond eight concurrent calls without reserved concurrency', async () => {
    const { lambda } = lambdaOf({ f: waits });
    const counts = results(await many(16, () => lambda.invoke('f', { ms: 20 })));
    expect(counts).toMatchObject(Array.from({ length: 16 }, () => ({ calls: 2 })));
  });

  it('is one for all calls when instances are lenient', async () => {
    const { lambda } = lambdaOf({ f: waits }, {}, ['instances']);
    expect(results(await many(3, () => lambda.invoke('f', { ms: 5 })))).toMatchObject([
      { calls: 3 },
      { calls: 3 },
      { calls: 3 },
    ]);
  });
});

describe('The reserved concurrency of a function', () => {
  const throttled = { ok: false, throttled: true, error: { errorType: 'TooManyRequestsException' } };

  it('refuses further calls, and allows calls again as soon as one has ended', async () => {
    const { lambda, printed } = lambdaOf({ f: waits }, { concurrency: 2 });
    const outcomes = await many(3, () => lambda.invoke('f', { ms: 5 }));
    expect(outcomes).toMatchObject([{ ok: true }, { ok: true }, throttled]);
    expect(printed).toEqual([expect.stringContaining('function.throttled')]);
    expect(await lambda.invoke('f', {})).toMatchObject({ ok: true });
  });

  it('lets further calls wait when concurrency is lenient', async () => {
    const source = `let now = 0, most = 0;
      exports.handler = async () => {
        most = Math.max(most, ++now);
        await new Promise((resolve) => setImmediate(resolve));
        now--;
        return most;
      };`;
    const { lambda } = lambdaOf({ f: source }, { concurrency: 2 }, ['concurrency', 'instances']);
    expect((await many(9, () => lambda.invoke('f', {}))).at(-1)).toEqual({ ok: true, result: 2 });
  });
});

describe('A function that exceeds its time-out', () => {
  const received: string[] = [];
  const held: (() => void)[] = [];
  const arrivals: (() => void)[] = [];
  const cut: string[] = [];
  let server: { server: Server; url: string } | undefined;

  beforeAll(async () => {
    server = await listen((request, response) => {
      received.push(request.url ?? '');
      response.once('close', () => {
        if (!response.writableEnded) cut.push(request.url ?? '');
        for (const arrived of arrivals.splice(0)) arrived();
      });
      if (request.url?.includes('hold')) held.push(() => response.end('late'));
      else response.end('{}');
      for (const arrived of arrivals.splice(0)) arrived();
    }, 0);
  });
  afterAll(async () => {
    for (const release of held) release();
    if (server !== undefined) await close(server.server);
  });
  /** Waits until the server has seen this. */
  async function until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise<void>((resolve) => arrivals.push(resolve));
  }

  /** Sends `hold`, which gets no answer in time, and then `next`. Prints what it learns. */
  const sender = (send: string) => `
    const http = require('node:http'), https = require('https'), net = require('net'), tls = require('tls');
    let calls = 0;
    const send = ${send};
    exports.handler = async ({ url, tag }) => {
      if (++calls > 1 || tag === undefined) return calls;
      try { await send(url + '/hold' + tag); } catch (error) { console.log('error ' + error.message); }
      console.log('went on');
      await send(url + '/next' + tag).catch(() => undefined);
    };`;
  const byHttp = sender(`(url) => new Promise((resolve, reject) =>
    http.request(url, { method: 'POST' }, (answer) => answer.resume().on('end', resolve))
      .on('error', reject).end('x'))`);
  const byFetch = sender('async (url) => (await fetch(url)).text()');
  /** Does not notice the cut, but waits for its own timer, and sends afterwards. */
  const byTimer = `
    const http = require('http');
    exports.handler = async ({ url, tag }) => {
      await new Promise((resolve) => setTimeout(resolve, 60));
      for (const send of [fetch, (to) => new Promise((resolve) => http.get(to, resolve)),
        (to) => new Promise((resolve) => require('net').connect(Number(new URL(to).port), resolve))])
        void send(url + '/next' + tag);
      await fetch(url + '/next' + tag);
    };`;

  it.each([
    ['http', byHttp],
    ['fetch', byFetch],
  ])('sends nothing more by %s: its connection is cut and it neither goes on nor prints', async (name, source) => {
    const { lambda, printed } = lambdaOf({ f: source }, { timeoutMs: 300 });
    const event = { url: server?.url, tag: `-${name}` };
    const outcome = await lambda.invoke('f', event);
    expect(outcome).toMatchObject({ ok: false, error: { errorMessage: expect.stringContaining('timed out') } });
    await until(() => cut.includes(`/hold-${name}`));
    // Another instance serves the next call.
    expect(await lambda.invoke('f', {})).toEqual({ ok: true, result: 1 });
    expect(received).not.toContain(`/next-${name}`);
    expect(printed).toEqual([expect.stringContaining('function.failed')]);
  });

  it('is ended by a test before its time-out', async () => {
    const { lambda } = lambdaOf({ f: byHttp }, { timeoutMs: 600_000 });
    const outcome = lambda.invoke('f', { url: server?.url, tag: '-early' });
    await until(() => received.includes('/hold-early'));
    const caller = { functionName: 'f', instance: 1 };
    lambda.timeOut(caller);
    expect(await outcome).toMatchObject({ ok: false, error: { errorType: 'Sandbox.Timedout' } });
    expect(lambda.hasEnded(caller)).toBe(true);
    await until(() => cut.includes('/hold-early'));
  });

  it('opens no connection after its end', async () => {
    const { lambda } = lambdaOf({ f: byTimer }, { timeoutMs: 20 });
    await lambda.invoke('f', { url: server?.url, tag: '-timer' });
    await new Promise((resolve) => setTimeout(resolve, 120));
    expect(received).not.toContain('/next-timer');
  });

  it('ends only when no other call shares its instance', async () => {
    const source = 'exports.handler = async ({ url }) => (await fetch(url)).status;';
    const { lambda } = lambdaOf({ f: source }, { timeoutMs: 600_000 }, ['instances']);
    const caller = { functionName: 'f', instance: 1 };
    const older = lambda.invoke('f', { url: `${server?.url}/hold-older` });
    await until(() => received.includes('/hold-older'));
    const release = held.at(-1);
    const newer = lambda.invoke('f', { url: `${server?.url}/hold-newer` });
    await until(() => received.includes('/hold-newer'));
    lambda.timeOut(caller);
    expect(await newer).toMatchObject({ ok: false, error: { errorType: 'Sandbox.Timedout' } });
    expect(lambda.hasEnded(caller)).toBe(false);
    release?.();
    expect(await older).toEqual({ ok: true, result: 200 });
    expect(lambda.hasEnded(caller)).toBe(true);
  });

  it('goes on when time-outs are lenient', async () => {
    const { lambda } = lambdaOf({ f: byHttp }, { timeoutMs: 300 }, ['timeouts']);
    await lambda.invoke('f', { url: server?.url, tag: '-lenient' });
    held.at(-1)?.();
    await until(() => received.includes('/next-lenient'));
    expect(await lambda.invoke('f', {})).toEqual({ ok: true, result: 2 });
  });
});
