import { describe, expect, it } from '@jest/globals';
import { evmRpc } from '../../../lib/chains/evm/evm-rpc.ts';
import { type Traceable, tracer } from '../../../lib/chains/evm/tracer.ts';
import { ChainUnavailableError } from '../../../lib/chains/port/chain-unavailable.ts';
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
const transaction: Traceable = { hash: HASH, blockHash: BLOCK, from: ALICE, to: SAFE, value: 0n, failed: false };

const frame = (more: object = {}) => ({
  type: 'CALL',
  from: ALICE,
  to: SAFE,
  value: '0x0',
  calls: [{ type: 'CALL', from: SAFE, to: BOB, value: '0x64' }],
  ...more,
});
const flat = (more: object = {}) => [
  { type: 'call', action: { callType: 'call', from: ALICE, to: SAFE, value: '0x0' }, traceAddress: [], ...at, ...more },
  { type: 'call', action: { callType: 'call', from: SAFE, to: BOB, value: '0x64' }, traceAddress: [0], ...at },
];
const at = { transactionHash: HASH, blockHash: BLOCK };
const PAYMENT = [{ from: SAFE, to: BOB, amount: 100n }];

const byDebug = (answer: unknown = frame()): Answers => ({ debug_traceTransaction: () => answer });
const byTrace = (answer: unknown = flat()): Answers => ({ trace_transaction: () => answer });
const failing: Answers = {
  debug_traceTransaction: () => {
    throw new NodeError(-32000, 'the server is busy');
  },
};

function trace(answers: Answers[], given: Partial<Traceable> = {}, now?: () => number) {
  const { urls, calls } = nodes(...answers);
  const traceOf = tracer('ethereum', evmRpc('ethereum', urls), now);
  return { calls, traced: () => traceOf({ ...transaction, ...given }, signal) };
}

describe('tracer', () => {
  it('asks one node once where the node has debug_traceTransaction', async () => {
    const { traced, calls } = trace([byDebug(), byDebug()]);
    expect(await traced()).toEqual(PAYMENT);
    expect(calls).toEqual([['debug_traceTransaction'], []]);
  });

  it('asks with trace_transaction where no node has debug_traceTransaction', async () => {
    const { traced } = trace([{}, byTrace()]);
    expect(await traced()).toEqual(PAYMENT);
  });

  it('does not ask a node again for a method that the node lacks', async () => {
    const { traced, calls } = trace([{}, byDebug()]);
    await traced();
    expect(await traced()).toEqual(PAYMENT);
    expect(calls).toEqual([['debug_traceTransaction'], ['debug_traceTransaction', 'debug_traceTransaction']]);
  });

  it.each([
    ['the method does not exist', -32601],
    ['Method debug_traceTransaction not found', -32000],
    ['the debug namespace is disabled', -32000],
    ['debug_traceTransaction is not available on the Free tier - upgrade to Growth', -32600],
    ['This method is not whitelisted in your plan', -32000],
  ])('knows that a node lacks the method when the node says: %s', async (message, code) => {
    const refusing = {
      debug_traceTransaction: () => {
        throw new NodeError(code, message);
      },
    };
    expect(await trace([refusing]).traced()).toBeNull();
  });

  it.each<[string, Answers]>([
    ['another sender', byDebug(frame({ from: BOB }))],
    ['another receiver', byDebug(frame({ to: BOB }))],
    ['no receiver', byDebug(frame({ to: undefined }))],
    ['another value', byDebug(frame({ value: '0x1' }))],
    ['another outcome', byDebug(frame({ error: 'execution reverted' }))],
    ['another block', byTrace(flat({ blockHash: `0x${'cc'.repeat(32)}` }))],
    ['another transaction', byTrace(flat({ transactionHash: `0x${'cc'.repeat(32)}` }))],
    ['no calls', byDebug(null)],
  ])('refuses a trace with %s: another node must answer, and otherwise nothing is recorded', async (_what, lying) => {
    await expect(trace([lying]).traced()).rejects.toThrow(ChainUnavailableError);
    const honest = lying.trace_transaction ? byTrace() : byDebug();
    expect(await trace([lying, honest]).traced()).toEqual(PAYMENT);
  });

  it('accepts any outcome for a receipt that states none', async () => {
    expect(await trace([byDebug(frame({ error: 'out of gas' }))], { failed: null }).traced()).toEqual([]);
  });

  it('does not take a failing node for a node that cannot trace', async () => {
    await expect(trace([failing, {}]).traced()).rejects.toThrow(ChainUnavailableError);
  });

  it('gives a transaction up that failed for two minutes, so that it does not stop the chain', async () => {
    const lines = capturedLog();
    let clock = 0;
    const { traced } = trace([failing], {}, () => clock);
    await expect(traced()).rejects.toThrow(ChainUnavailableError);
    clock = 119_999;
    await expect(traced()).rejects.toThrow(ChainUnavailableError);
    clock = 120_000;
    expect(await traced()).toBeNull();
    expect(lines).toContainEqual(expect.objectContaining({ event: 'transaction.trace_failed', hash: HASH }));
  });
});
