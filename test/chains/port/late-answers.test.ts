import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { jsonRpc } from '../../../lib/chains/port/rpc.ts';
import { quiet } from '../../support/quiet.ts';
import { rpcNodes, thrice } from '../../support/rpc-nodes.ts';

quiet();
const { node, answering, hung } = rpcNodes();
const healthy = () => answering({ jsonrpc: '2.0', id: 1, result: '0x1' });
const never = new AbortController().signal;
const Quantity = z.string().startsWith('0x');

describe('a late answer', () => {
  it.each([
    ['no node rests when a stranger decides about the time', 'work', 2],
    ['the node rests when a stranger decides about the size alone', 'size', 1],
  ] as const)('asks the next node after a time-out, and %s', async (_what, stranger, requests) => {
    const [mute, good] = [await hung(), await healthy()];
    const rpc = jsonRpc('ethereum', [mute.url, ...thrice(good.url)], { now: () => 0 });
    const call = () => rpc.send('debug_traceTransaction', [], Quantity, never, { attemptMs: 500, stranger });
    for (const _ of [1, 2]) expect(await call()).toBe('0x1');
    expect(mute.requests).toBe(requests);
  });

  it('lets no node rest when the rest of an answer comes too late and a stranger decides about the time', async () => {
    const stuck = await node((_request, response) => void response.write('{"result":'));
    const good = await healthy();
    const rpc = jsonRpc('ethereum', [stuck.url, ...thrice(good.url)], { now: () => 0 });
    const call = () => rpc.send('debug_traceTransaction', [], Quantity, never, { attemptMs: 500, stranger: 'work' });
    for (const _ of [1, 2]) expect(await call()).toBe('0x1');
    expect(stuck.requests).toBe(2);
  });
});
