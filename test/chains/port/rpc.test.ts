import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { AnswerTooLargeError, ChainUnavailableError } from '../../../lib/chains/port/chain-unavailable.ts';
import { jsonRpc, type RpcOptions, RpcRefusedError } from '../../../lib/chains/port/rpc.ts';
import { quiet } from '../../support/quiet.ts';
import { rpcNodes, thrice } from '../../support/rpc-nodes.ts';
import { capturedLog } from '../../support/stderr.ts';

quiet();
const { node, answering, hung } = rpcNodes();
const healthy = () => answering({ jsonrpc: '2.0', id: 1, result: '0x1' });

const never = new AbortController().signal;
const Quantity = z.string().startsWith('0x');
const caller = (urls: string[], options?: RpcOptions) => {
  // The default time limit is long enough for every answer. Tests of slow nodes set a shorter limit.
  const rpc = jsonRpc('ethereum', urls, { attemptMs: 60_000, ...options });
  return () => rpc.send('eth_chainId', [], Quantity, never);
};

describe('jsonRpc', () => {
  it.each([
    ['an HTTP error', () => answering('bad gateway', 502)],
    ['a refusal for too many requests', () => answering('slow down', 429)],
    [
      'a JSON-RPC error',
      () => answering({ jsonrpc: '2.0', id: 1, error: { code: -32005, message: 'limit exceeded' } }),
    ],
    ['an answer of another shape', () => answering({ jsonrpc: '2.0', id: 1, result: 7 })],
    ['an answer without a result', () => answering({ jsonrpc: '2.0', id: 1 })],
    ['an answer that is not JSON', () => answering('<html>')],
    ['a truncated answer', () => answering('{"jsonrpc":"2.0","id":1,"result":"0x')],
    [
      'a connection that closes during the answer',
      () =>
        node((_request, response) => {
          response.writeHead(200, { 'content-length': '100' });
          response.write('{"jsonrpc":"2.0"', () => response.destroy());
        }),
    ],
  ])('asks the next node after %s', async (_what, faulty) => {
    const bad = await faulty();
    const good = await healthy();
    expect(await caller([bad.url, good.url])()).toBe('0x1');
    expect(bad.requests).toBe(1);
  });

  it('repeats a call whose connection the node had closed, also without another node', async () => {
    const closing = await node((_request, response) => {
      if (closing.requests === 2) response.destroy();
      else response.end('{"result":"0x1"}');
    });
    const call = caller([closing.url]);
    expect(await call()).toBe('0x1');
    expect(await call()).toBe('0x1');
    expect(closing.requests).toBe(3);
  });

  it('asks a node that closes each connection twice and then the next node', async () => {
    const closing = await node((_request, response) => void response.destroy());
    const good = await healthy();
    expect(await caller([closing.url, good.url])()).toBe('0x1');
    expect([closing.requests, good.requests]).toEqual([2, 1]);
  });

  it('asks the next node when a node hangs or refuses the connection', async () => {
    const [mute, good] = [await hung(), await healthy()];
    const urls = [mute.url, 'http://127.0.0.1:1/', ...thrice(good.url)];
    expect(await caller(urls, { attemptMs: 500 })()).toBe('0x1');
  });

  it.each(['https://user:SECRET@rpc.example/', 'https:///v2/SECRET:x', '/v2/SECRET', 'http://127.0.0.1:2/v2/SECRET'])(
    'does not log the key in the URL %s when no node answers at the URL',
    async (url) => {
      const lines = capturedLog();
      await expect(caller([url])()).rejects.toThrow(ChainUnavailableError);
      expect(lines).toMatchObject([{ event: 'chain.rpc_failed', reason: expect.any(String) }]);
      expect(JSON.stringify(lines)).not.toContain('SECRET');
    },
  );

  it('lets a failed node rest for a time that doubles with each failure', async () => {
    let clock = 0;
    const [bad, good] = [await answering('', 500), await healthy()];
    const call = caller([bad.url, good.url], { now: () => clock });
    const asked: number[] = [];
    for (const at of [0, 999, 1_001, 2_999, 3_002, 7_001, 7_003]) {
      clock = at;
      await call();
      asked.push(bad.requests);
    }
    expect(asked).toEqual([1, 1, 2, 2, 3, 3, 4]);
    expect(good.requests).toBe(7);
  });

  it.each([
    ['for the time in Retry-After', '20', 20_000],
    ['for one minute when Retry-After is longer', '86400', 60_000],
    ['for the usual time when Retry-After is shorter', '0', 1_000],
    ['for the usual time when Retry-After is a date', 'Wed, 21 Oct 2026 07:28:00 GMT', 1_000],
  ])('lets a node that answers 429 rest %s', async (_how, retryAfter, restMs) => {
    let clock = 0;
    const tooMany = JSON.stringify({ error: { code: 429, message: 'slow down' } });
    for (const body of ['slow down', tooMany]) {
      const busy = await node((_request, response) => {
        response.writeHead(429, { 'retry-after': retryAfter });
        response.end(body);
      });
      const good = await healthy();
      const call = caller([busy.url, good.url], { now: () => clock });
      for (const at of [0, restMs - 1, restMs + 1]) {
        clock = at;
        await call();
      }
      expect([busy.requests, good.requests]).toEqual([2, 3]);
    }
  });

  it('counts calls that fail at the same time as one failure', async () => {
    let clock = 0;
    const [bad, good] = [await answering('', 500), await healthy()];
    const call = caller([bad.url, good.url], { now: () => clock });
    await Promise.all([call(), call(), call()]);
    clock = 1_001;
    await call();
    expect(bad.requests).toBe(4);
  });

  it('does not ask a node for a method that the node lacks, and still asks for other methods', async () => {
    let clock = 0;
    const [old, good] = [
      await answering({ error: { code: -32601, message: 'the method does not exist' } }),
      await healthy(),
    ];
    const lacks: RpcOptions['lacks'] = ({ code }, method) => code === -32601 && method === 'eth_getBlockReceipts';
    const rpc = jsonRpc('ethereum', [old.url, good.url], { lacks, now: () => clock });
    const call = (method: string) => rpc.send(method, [], Quantity, never);
    await call('eth_getBlockReceipts');
    await call('eth_getBlockReceipts');
    expect([old.requests, good.requests]).toEqual([1, 2]);
    await call('eth_chainId');
    expect([old.requests, good.requests]).toEqual([2, 3]);
    clock = 600_001;
    await call('eth_getBlockReceipts');
    expect([old.requests, good.requests]).toEqual([3, 4]);
  });

  it('gives a large answer the time that the caller sets', async () => {
    const slow = await node((_request, response) => {
      setTimeout(() => response.end('{"result":"0x1"}'), 100);
    });
    const rpc = jsonRpc('ethereum', [slow.url], { attemptMs: 20 });
    await expect(rpc.send('eth_chainId', [], Quantity, never)).rejects.toThrow(ChainUnavailableError);
    expect(await rpc.send('eth_getBlockByNumber', [], Quantity, never, { attemptMs: 5_000 })).toBe('0x1');
  });

  /** Sends parts of an answer for as long as somebody reads. `closed` resolves when nobody does. */
  const endless = async () => {
    const closed = Promise.withResolvers<void>();
    const seen = await node((_request, response) => {
      const send = (): void => {
        while (!response.destroyed && response.write('0'.repeat(65_536)));
      };
      response.on('drain', send).on('close', () => closed.resolve());
      response.write('{"result":"0x');
      send();
    });
    return { seen, closed: closed.promise };
  };
  const MB = 1024 * 1024;

  it('stops reading an answer at 1 MB, rests the node and asks the next node', async () => {
    const [{ seen, closed }, good] = [await endless(), await healthy()];
    const call = caller([seen.url, good.url], { now: () => 0 });
    expect(await call()).toBe('0x1');
    await closed;
    expect(await call()).toBe('0x1');
    expect(seen.requests).toBe(1);
  });

  it.each([
    ['an answer of the size of the limit', MB, '0x1'],
    ['no larger answer', MB + 1, undefined],
  ])('reads %s', async (_what, size, expected) => {
    const { url } = await answering('{"result":"0x1"}'.padEnd(size));
    const outcome = caller([url])();
    if (expected === undefined) await expect(outcome).rejects.toThrow(AnswerTooLargeError);
    else expect(await outcome).toBe(expected);
  });

  it('takes a smaller answer of another node, and no rest when a stranger decides about the size', async () => {
    const [large, good] = [await answering({ result: `0x${'0'.repeat(200)}` }), await healthy()];
    const rpc = jsonRpc('ethereum', [large.url, good.url]);
    for (const _ of [1, 2]) {
      expect(await rpc.send('eth_call', [], Quantity, never, { maxBytes: 100, stranger: 'size' })).toBe('0x1');
    }
    expect(large.requests).toBe(2);
  });

  it('does not take the page of a failing server for a large answer', async () => {
    const { url } = await answering('<html>'.padEnd(200), 502);
    const outcome = jsonRpc('ethereum', [url]).send('eth_call', [], Quantity, never, { maxBytes: 100 });
    await expect(outcome).rejects.toThrow('every RPC node failed');
  });

  it('forgets the failures of a node after an answer', async () => {
    let clock = 0;
    let isDown = true;
    const flaky = await node((_request, response) => {
      response.end(isDown ? '' : '{"result":"0x1"}');
    });
    const call = caller([flaky.url], { now: () => clock });
    for (; clock < 5; clock += 1) await expect(call()).rejects.toThrow(ChainUnavailableError);
    isDown = false;
    await call();
    isDown = true;
    await expect(call()).rejects.toThrow(ChainUnavailableError);
    const spare = await healthy();
    const both = caller([flaky.url, spare.url], { now: () => clock });
    await both();
    clock += 1_001;
    await both();
    expect(flaky.requests).toBe(9);
  });

  it('asks resting nodes when no other node is left, the node with the shortest rest first', async () => {
    let clock = 0;
    let isDown = true;
    const answer = () =>
      node((_request, response) => {
        response.end(isDown ? '' : '{"result":"0x1"}');
      });
    const [first, second] = [await answer(), await answer()];
    const call = caller([first.url, second.url], { now: () => (clock += 10) });
    await expect(call()).rejects.toThrow(ChainUnavailableError);
    expect([first.requests, second.requests]).toEqual([1, 1]);
    isDown = false;
    expect(await call()).toBe('0x1');
    expect([first.requests, second.requests]).toEqual([2, 1]);
  });

  it('throws ChainUnavailableError without the keys of the nodes when no node answers', async () => {
    const bad = await answering('', 500);
    const failure = caller([`${bad.url}v3/secret-key`, `${bad.url}v3/other-key`])();
    await expect(failure).rejects.toThrow(ChainUnavailableError);
    await expect(failure).rejects.not.toThrow(/key/);
    expect(bad.requests).toBe(2);
  });

  it('throws ChainUnavailableError when no node is configured', async () => {
    await expect(caller([])()).rejects.toThrow('no RPC node is configured');
  });

  it('throws and closes the connection when the caller cancels', async () => {
    const cancellation = new AbortController();
    let closed: Promise<unknown> = Promise.resolve();
    const mute = await node((_request, response) => {
      closed = once(response, 'close');
      cancellation.abort();
    });
    const spare = await healthy();
    const call = jsonRpc('ethereum', [mute.url, spare.url]).send('eth_chainId', [], Quantity, cancellation.signal);
    await expect(call).rejects.toThrow(ChainUnavailableError);
    await closed;
    expect(spare.requests).toBe(0);
  });

  it('throws the error that the family makes from a JSON-RPC error and asks no other node', async () => {
    const error = { code: -32007, message: 'Slot 5 was skipped' };
    const [refusing, spare] = [await answering({ jsonrpc: '2.0', id: 1, error }), await healthy()];
    const refusal: RpcOptions['refusal'] = ({ code }, method) =>
      code === -32007 && method === 'eth_chainId' ? new RpcRefusedError('skipped') : undefined;
    await expect(caller([refusing.url, spare.url], { refusal })()).rejects.toThrow(RpcRefusedError);
    expect(spare.requests).toBe(0);
  });

  it('reads answers with the parser of the family', async () => {
    const { url } = await answering('{"result":"0y1"}');
    const parse = (bytes: Buffer): unknown => JSON.parse(String(bytes).replace('0y', '0x'));
    expect(await caller([url], { parse })()).toBe('0x1');
  });
});
