import { describe, expect, it, jest } from '@jest/globals';
import { type BlockTracer, hurriedBlockTracer, patientBlockTracer } from '../../../lib/chains/evm/block-tracer.ts';
import { evmRpc } from '../../../lib/chains/evm/evm-rpc.ts';
import { Height } from '../../../lib/chains/evm/schema.ts';
import { ChainUnavailableError } from '../../../lib/chains/port/chain-unavailable.ts';
import type { ChainRpc } from '../../../lib/chains/port/rpc.ts';
import { quiet } from '../../support/quiet.ts';
import { capturedLog } from '../../support/stderr.ts';
import { type Answers, NodeError, nodes } from './recorded.ts';

quiet();
const signal = new AbortController().signal;

const ALICE = `0x${'a1'.repeat(20)}`;
const SAFE = `0x${'5a'.repeat(20)}`;
const BOB = `0x${'b0'.repeat(20)}`;
const HASH = `0x${'12'.repeat(32)}`;
const BLOCK = `0x${'bb'.repeat(32)}`;
const block = { hash: BLOCK, height: 7, transactions: [HASH] };
const ETHEREUM = { blockSeconds: 12 };
const PAYMENT = [{ from: SAFE, to: BOB, amount: 100n }];

const frame = {
  type: 'CALL',
  from: ALICE,
  to: SAFE,
  value: '0x0',
  calls: [{ type: 'CALL', from: SAFE, to: BOB, value: '0x64' }],
};
const flat = (blockHash = BLOCK) => [
  {
    ...{ type: 'call', action: { callType: 'call', from: ALICE, to: SAFE, value: '0x0' } },
    ...{ traceAddress: [], transactionHash: HASH, blockHash },
  },
  {
    ...{ type: 'call', action: { callType: 'call', from: SAFE, to: BOB, value: '0x64' } },
    ...{ traceAddress: [0], transactionHash: HASH, blockHash },
  },
];
const tracing: Answers = { debug_traceBlockByHash: () => [{ txHash: HASH, result: frame }] };
const busy: Answers = {
  debug_traceBlockByHash: () => {
    throw new NodeError(-32000, 'execution timeout');
  },
};

describe.each<[string, (rpc: ChainRpc) => BlockTracer]>([
  ['the tracer of a check of balances', (rpc) => patientBlockTracer(rpc)],
  ['the tracer of a scan', (rpc) => hurriedBlockTracer(rpc, ETHEREUM, {})],
])('%s', (_who, make) => {
  const read = (answers: Answers) => make(evmRpc('ethereum', nodes(answers).urls))(block, signal);

  it.each<[string, Answers]>([
    ['debug_traceBlockByHash', tracing],
    ['debug_traceBlockByHash without hashes', { debug_traceBlockByHash: () => [{ result: frame }] }],
    ['trace_block', { trace_block: () => [...flat(), { type: 'reward', action: { author: BOB, value: '0x1' } }] }],
  ])('reads the traces of a whole block by %s', async (_method, answers) => {
    expect((await read(answers))?.get(HASH)?.calls).toEqual(PAYMENT);
  });

  it('gives null where no node traces blocks', async () => {
    expect(await read({})).toBeNull();
  });

  it('asks no node about a block without transactions', async () => {
    const { urls, calls } = nodes(tracing);
    expect(await make(evmRpc('ethereum', urls))({ ...block, transactions: [] }, signal)).toEqual(new Map());
    expect(calls.flat()).toEqual([]);
  });
});

describe('the tracer of a check of balances', () => {
  it('refuses the traces of another block, and traces that lack a transaction', async () => {
    const read = (answers: Answers) => patientBlockTracer(evmRpc('ethereum', nodes(answers).urls))(block, signal);
    await expect(read({ trace_block: () => flat(`0x${'cc'.repeat(32)}`) })).rejects.toThrow(ChainUnavailableError);
    await expect(read({ debug_traceBlockByHash: () => [] })).rejects.toThrow(ChainUnavailableError);
  });

  it('gives null after two minutes without traces, so that each transaction is traced alone', async () => {
    let clock = 0;
    const tracesOf = patientBlockTracer(evmRpc('ethereum', nodes(busy).urls), () => clock);
    for (const at of [0, 119_999]) {
      clock = at;
      await expect(tracesOf(block, signal)).rejects.toThrow(ChainUnavailableError);
    }
    clock = 120_000;
    expect(await tracesOf(block, signal)).toBeNull();
    expect(await tracesOf({ ...block, hash: `0x${'cc'.repeat(32)}` }, signal)).toBeNull();
  });
});

describe('the tracer of a scan', () => {
  /** A tracer over nodes whose calls take `tookMs`, with a clock that the test turns. */
  function scanning(answers: Answers, tookMs: number) {
    const time = { at: 0 };
    const slow = Object.fromEntries(
      Object.entries(answers).map(([method, answer]) => [
        method,
        (...params: unknown[]) => {
          time.at += tookMs;
          return answer(...params);
        },
      ]),
    );
    const { urls, calls } = nodes(slow);
    const tracesOf = hurriedBlockTracer(evmRpc('ethereum', urls), ETHEREUM, { now: () => time.at });
    const asked = () => calls.flat().filter((method) => method === 'debug_traceBlockByHash').length;
    return { time, tracesOf, asked };
  }

  it('gives a block up at the first failure, and traces no other for ten times as long', async () => {
    const lines = capturedLog();
    const { time, tracesOf, asked } = scanning(busy, 500);
    expect(await tracesOf(block, signal)).toBeNull();
    expect(lines).toContainEqual(expect.objectContaining({ event: 'block.trace_failed', height: 7, hash: BLOCK }));
    time.at = 500 + 5_000 - 1;
    expect(await tracesOf(block, signal)).toBeNull();
    expect(asked()).toBe(1);
    time.at = 500 + 5_000;
    expect(await tracesOf(block, signal)).toBeNull();
    expect(asked()).toBe(2);
  });

  it('pauses longer after each failure in a row, ten minutes at most, until a success', async () => {
    let fails = true;
    const { time, tracesOf, asked } = scanning(
      { debug_traceBlockByHash: () => (fails ? busy : tracing).debug_traceBlockByHash?.() },
      6_000,
    );
    /** Fails once more and tells whether no node is asked for so long, and one is asked afterwards. */
    const pausesFor = async (ms: number) => {
      fails = true;
      await tracesOf(block, signal);
      const before = asked();
      time.at += ms - 1;
      await tracesOf(block, signal);
      const isPaused = asked() === before;
      time.at += 1;
      return isPaused;
    };
    for (const seconds of [60, 120, 180, 240, 300, 360, 420, 480, 540, 600, 600]) {
      expect([seconds, await pausesFor(seconds * 1_000)]).toEqual([seconds, true]);
    }
    fails = false;
    expect(await tracesOf(block, signal)).not.toBeNull();
    expect(await pausesFor(60_000)).toBe(true);
    expect(await pausesFor(180_000)).toBe(false);
  });

  it('refuses the traces of another block, and traces that lack a transaction', async () => {
    const ofAnotherBlock = scanning({ trace_block: () => flat(`0x${'cc'.repeat(32)}`) }, 1);
    expect(await ofAnotherBlock.tracesOf(block, signal)).toBeNull();
    const ofNothing = scanning({ debug_traceBlockByHash: () => [] }, 1);
    expect(await ofNothing.tracesOf(block, signal)).toBeNull();
  });

  it('waits for nodes that never answer no longer than four blocks take, and then asks no more', async () => {
    const { urls } = nodes({}, {});
    let asked = 0;
    jest.mocked(fetch).mockImplementation((_url, request) => {
      asked += 1;
      return new Promise((_resolve, reject) => {
        request?.signal?.addEventListener('abort', () => reject(request.signal?.reason));
      });
    });
    const tracesOf = hurriedBlockTracer(evmRpc('ethereum', urls), { blockSeconds: 0.02 }, {});
    const four = [0, 1, 2, 3].map(() => tracesOf(block, signal));
    expect(await Promise.all(four)).toEqual([null, null, null, null]);
    const before = asked;
    expect(before).toBeGreaterThanOrEqual(four.length);
    expect(await tracesOf(block, signal)).toBeNull();
    expect(asked).toBe(before);
  });

  const part = new Uint8Array(1024 * 1024);
  it.each<[string, () => Response]>([
    ['too large', () => new Response(new ReadableStream({ pull: (controller) => controller.enqueue(part) }))],
    ['malformed', () => Response.json({ jsonrpc: '2.0', id: 1, result: 'no traces' })],
    ['an error', () => Response.json({ jsonrpc: '2.0', id: 1, error: { code: -32_000, message: 'out of memory' } })],
  ])('asks the next node where the traces are %s, and lets no node rest', async (_what, answer) => {
    const { urls } = nodes({}, {});
    const rpc = evmRpc('ethereum', urls);
    const traces = () => Response.json({ jsonrpc: '2.0', id: 1, result: [{ txHash: HASH, result: frame }] });
    jest.mocked(fetch).mockImplementation(async (url) => (url === urls[0] ? answer() : traces()));
    expect((await hurriedBlockTracer(rpc, ETHEREUM, {})(block, signal))?.get(HASH)?.calls).toEqual(PAYMENT);
    const asked: string[] = [];
    jest.mocked(fetch).mockImplementation(async (url) => {
      asked.push(String(url));
      return Response.json({ jsonrpc: '2.0', id: 1, result: '0x7' });
    });
    await rpc.send('eth_blockNumber', [], Height, signal);
    expect(asked).toEqual(urls.slice(0, 1));
  });

  it('throws when the caller ends the scan', async () => {
    const { urls } = nodes({});
    const ended = new AbortController();
    jest.mocked(fetch).mockImplementation(async () => {
      ended.abort();
      throw new Error('the scan ended');
    });
    await expect(hurriedBlockTracer(evmRpc('ethereum', urls), ETHEREUM, {})(block, ended.signal)).rejects.toThrow(
      ChainUnavailableError,
    );
  });
});
