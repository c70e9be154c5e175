import { expect, it, jest } from '@jest/globals';
import { evmReader } from '../../../lib/chains/evm/evm-reader.ts';
import { evmRpc } from '../../../lib/chains/evm/evm-rpc.ts';
import { hasCode, strangersAnswer } from '../../../lib/chains/evm/strangers-call.ts';
import { chainOf } from '../../../lib/chains/registry.ts';
import { solanaReader } from '../../../lib/chains/solana/solana-reader.ts';
import { xrpReader } from '../../../lib/chains/xrp/xrp-reader.ts';
import { quiet } from '../../support/quiet.ts';
import { type Answers, nodeWith, recordedBlocks } from '../evm/recorded.ts';

quiet();
const { signal } = new AbortController();
const KB = 1024;
const MB = 1024 * KB;
const PART = new Uint8Array(64 * KB);
const URLS = ['https://node.example'];

const [recorded] = recordedBlocks;
if (recorded === undefined) throw new Error('no block is recorded');
const { height, hash } = recorded;
/** A transaction of the block that ran code, so that it has a trace. */
const called = String(recorded.receipts.find(({ logs }) => Array.isArray(logs) && logs.length > 0)?.transactionHash);

const evm = evmReader(chainOf('ethereum'), URLS);
const rpc = evmRpc('ethereum', URLS);
const solana = solanaReader(chainOf('solana'), URLS);
const xrp = xrpReader(chainOf('xrp'), URLS);
const place = { height, hash };
const A = `0x${'a1'.repeat(20)}`;
const TRACES = { traces: true };

/** A node that answers one method for as long as somebody reads. Gives the bytes that were read of its first answer. */
function endless(method: string, others: Answers) {
  const read: number[] = [];
  const answer = () => {
    const n = read.push(0) - 1;
    const pull = (controller: ReadableStreamDefaultController) => {
      read[n] = (read[n] ?? 0) + PART.length;
      controller.enqueue(PART);
    };
    return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }));
  };
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (_url, request) => {
    const asked = JSON.parse(String(request?.body));
    if (asked.method === method) return answer();
    return Response.json({ jsonrpc: '2.0', id: 1, result: others[asked.method]?.(...asked.params) });
  });
  return () => read[0];
}

it.each<[string, string, number, () => Promise<unknown>]>([
  ['a block of an EVM chain', 'eth_getBlockByNumber', 64 * MB, () => evm.block(height, signal)],
  ['the header of an EVM block', 'eth_getBlockByNumber', MB, () => evm.header(height, signal)],
  ['the receipts of an EVM block', 'eth_getBlockReceipts', 16 * MB, () => evm.block(height, signal)],
  ['the traces of an EVM block', 'debug_traceBlockByHash', 64 * MB, async () => evm.tracedBlock?.(place, signal)],
  ['the traces of a scanned EVM block', 'debug_traceBlockByHash', 8 * MB, () => evm.block(height, signal, TRACES)],
  ['an EVM transaction', 'eth_getTransactionByHash', 16 * MB, () => evm.lookup(called, signal)],
  ['the receipt of an EVM transaction', 'eth_getTransactionReceipt', 16 * MB, () => evm.lookup(called, signal)],
  ['the trace of an EVM transaction', 'debug_traceTransaction', 16 * MB, () => evm.lookup(called, signal)],
  ['the head of an EVM chain', 'eth_blockNumber', MB, () => evm.head(signal)],
  ['a call of a contract', 'eth_call', 4 * KB, () => strangersAnswer(rpc, { to: A, data: '0x' }, 'latest', signal)],
  ['the code of a contract', 'eth_getCode', 4 * KB, () => hasCode(rpc, A, signal)],
  ['a block of Solana', 'getBlock', 64 * MB, () => solana.block(5, signal)],
  ['the header of a block of Solana', 'getBlock', MB, () => solana.header(5, signal)],
  ['the slots of blocks of Solana', 'getBlocks', MB, () => solana.heights(5, 6, signal)],
  ['a Solana transaction', 'getTransaction', 16 * MB, () => solana.lookup('5', signal)],
  ['a ledger', 'ledger', 64 * MB, () => xrp.block(5, signal)],
  ['the header of a ledger', 'ledger', MB, () => xrp.header(5, signal)],
  ['an XRP transaction', 'tx', 16 * MB, () => xrp.lookup('AB', signal)],
])('The answer of a node with %s (%s) is read up to %d bytes', async (_what, method, limit, ask) => {
  const read = endless(method, nodeWith(recorded));
  await Promise.allSettled([ask()]);
  expect(read()).toBe((Math.floor(limit / PART.length) + 1) * PART.length);
});
