import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { evmReader } from '../../../lib/chains/evm/evm-reader.ts';
import { ChainUnavailableError } from '../../../lib/chains/port/chain-unavailable.ts';
import { chainOf } from '../../../lib/chains/registry.ts';
import { quiet } from '../../support/quiet.ts';

quiet();

const HASH = `0x${'ab'.repeat(32)}`;
const BLOCK = `0x${'01'.repeat(32)}`;
const OTHER_BLOCK = `0x${'02'.repeat(32)}`;
const ALICE = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
const { signal } = new AbortController();

const answers = {
  eth_getTransactionByHash: { hash: HASH, blockHash: BLOCK, from: ALICE, to: ALICE, value: '0x1', input: '0x' },
  eth_getTransactionReceipt: { transactionHash: HASH, blockHash: BLOCK, status: '0x1', gasUsed: '0x5208', logs: [] },
  eth_getBlockByHash: { hash: BLOCK, parentHash: OTHER_BLOCK, number: '0x5', timestamp: '0x65' },
};

/** Looks the transaction up at a node with these answers. `changed` replaces the answers to some methods. */
function lookUp(changed: Partial<Record<keyof typeof answers, unknown>> = {}) {
  const results = new Map<string, unknown>(Object.entries({ ...answers, ...changed }));
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (_url, request) => {
    const { method } = JSON.parse(String(request?.body));
    return Response.json({ jsonrpc: '2.0', id: 1, result: results.get(method) });
  });
  return evmReader(chainOf('ethereum'), ['https://node.example']).lookup(HASH, signal);
}

afterEach(() => {
  jest.mocked(fetch).mockClear();
});

describe('the lookup of an EVM transaction', () => {
  it('combines the transaction, its receipt and its block', async () => {
    expect(await lookUp()).toMatchObject({ hash: HASH, blockNumber: 5, blockTimestamp: '1970-01-01T00:01:41.000Z' });
  });

  it('sends no further request when the node does not know the hash', async () => {
    expect(await lookUp({ eth_getTransactionByHash: null })).toBeNull();
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('is null for a transaction that waits for a block', async () => {
    expect(
      await lookUp({ eth_getTransactionByHash: { ...answers.eth_getTransactionByHash, blockHash: null } }),
    ).toBeNull();
  });

  it.each([
    ['the node has no receipt for a transaction in a block', { eth_getTransactionReceipt: null }],
    ['the node does not have the block', { eth_getBlockByHash: null }],
    [
      'the receipt is of another block, after a reorganisation',
      { eth_getTransactionReceipt: { ...answers.eth_getTransactionReceipt, blockHash: OTHER_BLOCK } },
    ],
    [
      'the node answers another transaction',
      { eth_getTransactionByHash: { ...answers.eth_getTransactionByHash, hash: OTHER_BLOCK } },
    ],
    [
      'the receipt is of another transaction',
      { eth_getTransactionReceipt: { ...answers.eth_getTransactionReceipt, transactionHash: OTHER_BLOCK } },
    ],
    [
      'the data of a log is not hex',
      {
        eth_getTransactionReceipt: {
          ...answers.eth_getTransactionReceipt,
          logs: [{ address: ALICE, topics: [HASH], data: '0xzz' }],
        },
      },
    ],
  ])('throws ChainUnavailableError when %s', async (_why, changed) => {
    await expect(lookUp(changed)).rejects.toThrow(ChainUnavailableError);
  });
});
