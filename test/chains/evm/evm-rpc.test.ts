import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { CallRevertedError, evmRpc } from '../../../lib/chains/evm/evm-rpc.ts';
import { ChainUnavailableError } from '../../../lib/chains/port/chain-unavailable.ts';
import { quiet } from '../../support/quiet.ts';
import { rpcNodes } from '../../support/rpc-nodes.ts';

quiet();
const { answering } = rpcNodes();
const never = new AbortController().signal;
const Quantity = z.string().startsWith('0x');

describe('evmRpc', () => {
  it.each([
    ['code 3', { code: 3, message: 'execution reverted' }, 200],
    ['a message', { code: -32015, message: 'VM execution error.' }, 200],
    ['a message and an HTTP error', { code: -32000, message: 'execution reverted: no such function' }, 400],
  ])('throws CallRevertedError for a revert with %s and asks no other node', async (_how, error, status) => {
    const reverting = await answering({ jsonrpc: '2.0', id: 1, error }, status);
    const spare = await answering({ jsonrpc: '2.0', id: 1, result: '0x1' });
    const call = evmRpc('ethereum', [reverting.url, spare.url]).send('eth_call', [], Quantity, never);
    await expect(call).rejects.toThrow(CallRevertedError);
    expect(spare.requests).toBe(0);
  });

  const halted = { jsonrpc: '2.0', id: 1, error: { code: -32000, message: 'invalid jump destination' } };
  const call = (...urls: string[]) =>
    evmRpc('ethereum', urls).send('eth_call', [], Quantity, never, { stranger: 'outcome' });

  it('throws CallRevertedError for any other error that every node gives', async () => {
    const [first, second] = [await answering(halted), await answering(halted)];
    await expect(call(first.url, second.url)).rejects.toThrow(CallRevertedError);
    expect([first.requests, second.requests]).toEqual([1, 1]);
  });

  it('believes the node that gives a result, when nodes disagree about a contract', async () => {
    const halting = await answering(halted);
    const healthy = await answering({ jsonrpc: '2.0', id: 1, result: '0x1' });
    expect(await call(halting.url, healthy.url)).toBe('0x1');
  });

  it('throws CallRevertedError when one node says that the contract halted and the others fail', async () => {
    const [broken, halting] = [await answering('', 503), await answering(halted)];
    await expect(call(broken.url, halting.url)).rejects.toThrow(CallRevertedError);
  });

  it.each([
    { code: -32000, message: 'header not found' },
    { code: -32000, message: 'unknown block' },
    { code: -32001, message: 'resource not found' },
    { code: -32000, message: 'hash 0x12 is not currently canonical' },
    { code: -32000, message: 'missing trie node 0x12 (path ) state 0x12 is not available' },
    { code: -32000, message: 'required historical state unavailable (reexec=128)' },
    { code: -32002, message: 'No state available for block' },
    { code: 4444, message: 'pruned history unavailable' },
    { code: -32000, message: 'World state unavailable' },
    { code: -32005, message: 'daily request count exceeded, request rate limited' },
    { code: 429, message: 'slow down' },
    { code: -32000, message: 'Too many requests' },
    { code: -32601, message: 'the method eth_call does not exist/is not available' },
    { code: -32000, message: 'execution aborted (timeout = 5s)' },
    { code: -32000, message: 'no backend is currently healthy to serve traffic' },
    { code: -32000, message: 'You must upgrade your plan' },
  ])('asks the next node after $code $message', async (error) => {
    const failing = await answering({ jsonrpc: '2.0', id: 1, error });
    await expect(call(failing.url)).rejects.toThrow(ChainUnavailableError);
    const healthy = await answering({ jsonrpc: '2.0', id: 1, result: '0x1' });
    expect(await call(failing.url, healthy.url)).toBe('0x1');
  });

  it.each(['Internal error', 'method handler crashed'])(
    'takes "%s" for the answer of the contract when every node says so, and rests no node',
    async (message) => {
      const error = { jsonrpc: '2.0', id: 1, error: { code: -32603, message } };
      const [first, second] = [await answering(error), await answering(error)];
      const rpc = evmRpc('ethereum', [first.url, second.url], undefined, () => 0);
      const limits = { stranger: 'outcome' } as const;
      const refused = () => rpc.send('eth_call', [], Quantity, never, limits);
      await expect(refused()).rejects.toMatchObject({ name: 'CallRevertedError', isVague: true });
      const healthy = await answering({ jsonrpc: '2.0', id: 1, result: '0x1' });
      const both = evmRpc('ethereum', [first.url, healthy.url], undefined, () => 0);
      for (const _ of [1, 2]) expect(await both.send('eth_call', [], Quantity, never, limits)).toBe('0x1');
      expect(first.requests).toBe(3);
    },
  );

  it('takes "Internal error" for a failure when another node fails, and in a call of our own code', async () => {
    const vague = await answering({ jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'Internal error' } });
    const broken = await answering('', 503);
    await expect(call(vague.url, broken.url)).rejects.toThrow(ChainUnavailableError);
    const own = evmRpc('ethereum', [vague.url]).send('eth_call', [], Quantity, never);
    await expect(own).rejects.toThrow(ChainUnavailableError);
  });

  it('takes a halt for the answer of the contract when another node says "Internal error"', async () => {
    const vague = await answering({ jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'Internal error' } });
    const [halting, broken] = [await answering(halted), await answering('', 503)];
    await expect(call(vague.url, halting.url, broken.url)).rejects.toThrow('invalid jump destination');
  });

  it('takes a revert for the answer of the contract, although its reason sounds like a failing node', async () => {
    for (const [code, message] of [
      [3, 'execution reverted: header not found'],
      [-32000, 'execution reverted: rate limit exceeded'],
      [-32603, "Error: VM Exception while processing transaction: reverted with reason string 'timeout'"],
    ] as const) {
      const { url } = await answering({ jsonrpc: '2.0', id: 1, error: { code, message } });
      await expect(call(url)).rejects.toThrow(CallRevertedError);
    }
  });

  it('takes no error for the answer of the contract when the HTTP status speaks of the node', async () => {
    const busy = await answering({ jsonrpc: '2.0', id: 1, error: { code: -32000, message: 'sorry' } }, 429);
    await expect(call(busy.url)).rejects.toThrow(ChainUnavailableError);
  });

  it.each([
    ['an error of the node', { jsonrpc: '2.0', id: 1, error: { code: -32000, message: 'unknown block' } }],
    ['an answer of another shape', { jsonrpc: '2.0', id: 1, result: 7 }],
    ['a halt about which the nodes disagree', halted],
  ])('lets no node rest when a call to a stranger fails by %s', async (_what, answer) => {
    const [odd, healthy] = [await answering(answer), await answering({ jsonrpc: '2.0', id: 1, result: '0x1' })];
    const rpc = evmRpc('ethereum', [odd.url, healthy.url]);
    for (const _ of [1, 2]) await rpc.send('eth_call', [], Quantity, never, { stranger: 'outcome' });
    expect(odd.requests).toBe(2);
  });

  it('does not treat an error of another method as a revert', async () => {
    const odd = await answering({ jsonrpc: '2.0', id: 1, error: { code: 3, message: 'execution reverted' } });
    const call = evmRpc('ethereum', [odd.url]).send('eth_chainId', [], Quantity, never);
    await expect(call).rejects.toThrow(ChainUnavailableError);
  });
});
