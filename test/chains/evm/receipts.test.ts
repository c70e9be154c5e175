import { describe, expect, it } from '@jest/globals';
import { getAddress, id, zeroPadValue } from 'ethers';
import * as z from 'zod';
import { blockAnswer } from '../../../lib/chains/evm/evm-block.ts';
import { evmReader } from '../../../lib/chains/evm/evm-reader.ts';
import { evmRpc } from '../../../lib/chains/evm/evm-rpc.ts';
import { receiptReader } from '../../../lib/chains/evm/receipts.ts';
import { AnswerTooLargeError, ChainUnavailableError } from '../../../lib/chains/port/chain-unavailable.ts';
import type { Rpc } from '../../../lib/chains/port/rpc.ts';
import { chainOf } from '../../../lib/chains/registry.ts';
import { quiet } from '../../support/quiet.ts';
import { NO_METHOD, rpcNodes } from '../../support/rpc-nodes.ts';
import { type Answers, nodes, nodeWith, recordedBlocks } from './recorded.ts';

quiet();
const { relay } = rpcNodes();
const { signal } = new AbortController();

const [recorded] = recordedBlocks.filter(({ file }) => file === 'ethereum_mainnet-13998626.json');
if (recorded === undefined) throw new Error('the test needs the recording of block 13998626');
const { height, receipts } = recorded;
const whole = nodeWith(recorded);
const block = blockAnswer(height).parse(recorded.block);
const hashes = block.transactions.map(({ hash }) => hash);

const ALICE = `0x${'a1'.repeat(20)}`;
const BOB = `0x${'b0'.repeat(20)}`;
const TOKEN = `0x${'70'.repeat(20)}`;
const place = {
  blockNumber: '0xd59b62',
  blockTimestamp: '0x61e06aff',
  blockHash: block.hash,
  transactionHash: hashes[0],
  transactionIndex: '0x0',
};
/** A log without topics and data costs the least gas. */
const empty = { address: TOKEN, topics: [], data: '0x', ...place, logIndex: '0x7a12', removed: false };
const payment = {
  ...empty,
  topics: [id('Transfer(address,address,uint256)'), zeroPadValue(BOB, 32), zeroPadValue(ALICE, 32)],
  data: `0x${'7'.padStart(64, '0')}`,
};

/** A node of the block, in which the first transaction has these logs. */
function withLogs(logs: readonly unknown[], more: object = {}): Answers {
  const [first, ...others] = receipts;
  const changed = [{ ...first, status: '0x1', logs, ...more }, ...others];
  return {
    ...whole,
    eth_getBlockReceipts: () => changed,
    eth_getTransactionReceipt: (hash) => changed.find((receipt) => receipt.transactionHash === hash) ?? null,
  };
}

describe('a transaction with 46,000 empty logs', () => {
  const logs = [...Array.from({ length: 46_000 }, () => empty), payment];

  it('does not stop the chain, and its known log is decoded', async () => {
    expect(JSON.stringify(logs).length).toBeGreaterThan(16 * 1024 * 1024);
    const reader = evmReader(chainOf('ethereum'), nodes(withLogs(logs)).urls);
    const { transactions } = await reader.block(height, signal);
    expect(transactions.map(({ hash }) => hash)).toEqual(hashes);
    expect(transactions[0]?.parties).toContain(ALICE);
    const decoded = await transactions[0]?.decode(signal, new Set([ALICE]));
    const tokens = decoded?.transaction.movements.filter(({ tokenAddress }) => tokenAddress !== null);
    expect(tokens).toEqual([expect.objectContaining({ to: getAddress(ALICE), amount: '0.000007', asset: 'TKN' })]);
  });

  it('leaves only its known log in memory', async () => {
    const read = receiptReader(evmRpc('ethereum', nodes(withLogs(logs)).urls));
    const [large] = await read(block, signal);
    expect(large?.receipt.logs).toEqual([payment]);
  });
});

describe('a transfer that uses 21,000 gas', () => {
  const plain = { ...recorded.block.transactions[0], to: ALICE, input: '0x', value: '0x1' };
  const [, ...others] = recorded.block.transactions;

  it.each([
    ['is traced when it has a log, also a log that no decoder reads', [empty], true],
    ['is not traced when it has no log', [], false],
  ])('%s', async (_what, logs, isTraced) => {
    const { urls, calls } = nodes({
      ...withLogs(logs, { gasUsed: '0x5208' }),
      eth_getBlockByNumber: () => ({ ...recorded.block, transactions: [plain, ...others] }),
    });
    const [first] = (await evmReader(chainOf('ethereum'), urls).block(height, signal)).transactions;
    await first?.decode(signal, new Set([ALICE]));
    expect(calls.flat().includes('debug_traceTransaction')).toBe(isTraced);
  });
});

describe('receiptReader', () => {
  it('asks again with more time for a receipt that comes too late, and no node rests', async () => {
    const late = new Set<string>();
    const asked: string[] = [];
    const slow = async (name: string) => {
      const { url } = await relay('', ({ method, params: [hash] }) => {
        asked.push(`${name} ${method}`);
        if (method === 'eth_getBlockReceipts') return NO_METHOD;
        if (method === 'eth_chainId') return { result: '0x1' };
        const answer = { result: whole[method]?.(hash) };
        if (hash !== hashes[0] || late.has(name)) return answer;
        late.add(name);
        return new Promise(() => undefined);
      });
      return url;
    };
    const rpc = evmRpc('ethereum', [await slow('first'), await slow('second')], 300, () => 0);
    expect((await receiptReader(rpc)(block, signal)).map(({ hash }) => hash)).toEqual(hashes);
    expect([...late]).toEqual(['first', 'second']);
    await rpc.send('eth_chainId', [], z.string(), signal, { attemptMs: 60_000 });
    expect(asked.at(-1)).toBe('first eth_chainId');
  });

  it('reads large receipts one at a time, also those of several blocks', async () => {
    const large = new Set(hashes.slice(0, 3));
    let running = 0;
    let most = 0;
    let read = 0;
    const rpc: Rpc = {
      async send(method, params, result, _signal, limits) {
        if (method === 'eth_getBlockReceipts') throw new ChainUnavailableError('ethereum', 'down');
        const hash = String(params[0]);
        if (large.has(hash)) {
          if (limits?.maxBytes === undefined) throw new AnswerTooLargeError('ethereum', method);
          most = Math.max(most, ++running);
          for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
          running--;
          read++;
        }
        return result.parse(whole.eth_getTransactionReceipt?.(hash));
      },
    };
    const receiptsOf = receiptReader(rpc);
    await Promise.all([receiptsOf(block, signal), receiptsOf(block, signal)]);
    expect([most, read]).toEqual([1, 6]);
  });
});
