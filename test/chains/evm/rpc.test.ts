import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { ChainUnavailable } from '../../../lib/chains/chain.ts';
import { evmRpc, Reverted } from '../../../lib/chains/evm/rpc.ts';
import { quiet } from '../../support/quiet.ts';

quiet();

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A node on a free port; `url` and the count of requests it got. */
async function node(listener: RequestListener) {
  const seen = { url: '', requests: 0 };
  const server = createServer((request, response) => {
    seen.requests += 1;
    listener(request, response);
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  seen.url = `http://127.0.0.1:${address.port}/`;
  return seen;
}
const answering = (body: unknown, status = 200) =>
  node((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
const healthy = () => answering({ jsonrpc: '2.0', id: 1, result: '0x1' });
const hung = () => node(() => undefined);

const never = new AbortController().signal;
const Quantity = z.string().startsWith('0x');
const chainIdFrom = (urls: string[], attemptMs?: number) =>
  evmRpc('ethereum', urls, attemptMs).send('eth_chainId', [], Quantity, never);

describe('evmRpc', () => {
  it.each([
    ['an HTTP error', () => answering('bad gateway', 502)],
    [
      'a JSON-RPC error',
      () => answering({ jsonrpc: '2.0', id: 1, error: { code: -32005, message: 'limit exceeded' } }),
    ],
    ['an answer of another shape', () => answering({ jsonrpc: '2.0', id: 1, result: 7 })],
    ['an answer without a result', () => answering({ jsonrpc: '2.0', id: 1 })],
    ['an answer that is not JSON', () => answering('<html>')],
  ])('goes to the next endpoint on %s', async (_what, faulty) => {
    const bad = await faulty();
    const good = await healthy();
    expect(await chainIdFrom([bad.url, good.url])).toBe('0x1');
    expect(bad.requests).toBe(1);
  });

  it('goes to the next endpoint when one hangs or refuses the connection', async () => {
    const [mute, good] = [await hung(), await healthy()];
    expect(await chainIdFrom([mute.url, 'http://127.0.0.1:1/', good.url], 50)).toBe('0x1');
  });

  it('stays with the endpoint that answered', async () => {
    const [bad, good] = [await answering('', 500), await healthy()];
    const rpc = evmRpc('ethereum', [bad.url, good.url]);
    for (let call = 0; call < 3; call += 1) await rpc.send('eth_chainId', [], Quantity, never);
    expect([bad.requests, good.requests]).toEqual([1, 3]);
  });

  it('says that the chain is unavailable when no endpoint answers, without telling their keys', async () => {
    const bad = await answering('', 500);
    const failure = chainIdFrom([`${bad.url}v3/secret-key`, `${bad.url}v3/other-key`]);
    await expect(failure).rejects.toThrow(ChainUnavailable);
    await expect(failure).rejects.not.toThrow(/key/);
    expect(bad.requests).toBe(2);
  });

  it('says so when none is configured', async () => {
    await expect(chainIdFrom([])).rejects.toThrow('no RPC endpoint is configured');
  });

  it('gives up, and lets go of the connection, when the caller does', async () => {
    const caller = new AbortController();
    let closed: Promise<unknown> = Promise.resolve();
    const mute = await node((_request, response) => {
      closed = once(response, 'close');
      caller.abort();
    });
    const spare = await healthy();
    const call = evmRpc('ethereum', [mute.url, spare.url]).send('eth_chainId', [], Quantity, caller.signal);
    await expect(call).rejects.toThrow(ChainUnavailable);
    await closed;
    expect(spare.requests).toBe(0);
  });

  it.each([
    ['code 3', { code: 3, message: 'execution reverted' }, 200],
    ['words', { code: -32015, message: 'VM execution error.' }, 200],
    ['an HTTP error with words', { code: -32000, message: 'execution reverted: no such function' }, 400],
  ])('takes a revert told by %s for an answer, which no other endpoint is asked for', async (_how, error, status) => {
    const reverting = await answering({ jsonrpc: '2.0', id: 1, error }, status);
    const spare = await healthy();
    const call = evmRpc('ethereum', [reverting.url, spare.url]).send('eth_call', [], Quantity, never);
    await expect(call).rejects.toThrow(Reverted);
    expect(spare.requests).toBe(0);
  });
});
