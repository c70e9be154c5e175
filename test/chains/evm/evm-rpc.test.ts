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

  it('does not treat an error of another method as a revert', async () => {
    const odd = await answering({ jsonrpc: '2.0', id: 1, error: { code: 3, message: 'execution reverted' } });
    const call = evmRpc('ethereum', [odd.url]).send('eth_chainId', [], Quantity, never);
    await expect(call).rejects.toThrow(ChainUnavailableError);
  });
});
