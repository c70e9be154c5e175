import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import * as z from 'zod';
import {
  type CallTrace,
  CallTracerAnswer,
  CallTracerBlockAnswer,
  ParityBlockAnswer,
  ParityTraceAnswer,
} from '../../../lib/chains/evm/call-trace.ts';
import { hasDataBeside, readBeside } from '../../support/data-beside.ts';

const traces = new URL('../../fixtures/evm/traces/', import.meta.url);
const read = (file: string): unknown => {
  const bytes = readFileSync(new URL(file, traces));
  return JSON.parse((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'));
};

const Moved = z.object({ from: z.string(), to: z.string(), amount: z.string(), origin: z.string() });
const Truth = z.object({
  top: z.object({ from: z.string(), value: z.string(), failed: z.boolean() }),
  movements: z.array(Moved),
});
const BlockTruth = z.array(Truth.extend({ transactionHash: z.string() }));

/** The inner calls as the truths state them. The truth of a top call that failed has no movements at all. */
const innerOf = ({ movements }: z.output<typeof Truth>) =>
  movements
    .filter(({ origin }) => origin === 'call')
    .map(({ from, to, amount }) => ({ from: from.toLowerCase(), to: to.toLowerCase(), amount: BigInt(amount) }));

function agree(trace: CallTrace | undefined, truth: z.output<typeof Truth>): void {
  const own = truth.movements.find(({ origin }) => origin === 'value');
  if (own !== undefined && trace?.top.to !== undefined) expect(trace.top.to).toBe(own.to.toLowerCase());
  expect(trace?.top).toMatchObject({
    from: truth.top.from.toLowerCase(),
    value: BigInt(truth.top.value),
    failed: truth.top.failed,
  });
  expect(trace?.calls).toEqual(innerOf(truth));
}

const Form = z.enum(['callTracer', 'parityTrace']);
const Recorded = z.array(z.object({ file: z.string(), form: Form, trace: z.unknown(), truth: Truth }));

/** The traces beside the repository, as nodes answered them. */
const Beside = z.array(z.object({ file: z.string(), truth: Truth.partial() }));
const beside = !hasDataBeside
  ? []
  : Beside.parse(readBeside('evm-traces/expected.json')).flatMap(({ file, truth }) => {
      if (file.endsWith('.gz')) return [];
      const recording = z.looseObject({}).parse(readBeside(`evm-traces/${file}`));
      return Form.options
        .filter((form) => recording[form] !== undefined)
        .map((form) => ({ file, form, trace: recording[form], truth: Truth.parse(truth) }));
    });
const recorded = [...Recorded.parse(read('transactions.json')), ...beside];

describe('a recorded trace', () => {
  it.each(recorded)('states the movements of $file', ({ form, trace, truth }) => {
    agree((form === 'callTracer' ? CallTracerAnswer : ParityTraceAnswer).parse(trace), truth);
  });

  it.each(['ethereum-13191781', 'ethereum-15630274', 'ethereum-2191709'])('states the movements of %s', (block) => {
    const { result } = z.object({ result: z.unknown() }).parse(read(`${block}.trace_block.json.gz`));
    const byHash = ParityBlockAnswer.parse(result);
    const truths = BlockTruth.parse(read(`${block}.expected.json.gz`));
    expect([...byHash.keys()].sort()).toEqual(truths.map(({ transactionHash }) => transactionHash).sort());
    for (const truth of truths) agree(byHash.get(truth.transactionHash), truth);
  });

  it('states the movements of every transaction of a whole block', () => {
    const { callTracer } = z.object({ callTracer: z.array(z.unknown()) }).parse(read('ethereum-12505500.json.gz'));
    const { perTransaction } = z
      .object({ perTransaction: BlockTruth })
      .parse(read('ethereum-12505500.expected.json.gz'));
    const byHash = CallTracerBlockAnswer([]).parse(callTracer);
    expect(byHash.size).toBe(perTransaction.length);
    for (const truth of perTransaction) agree(byHash.get(truth.transactionHash), truth);
  });
});

const ALICE = `0x${'a1'.repeat(20)}`;
const BOB = `0x${'b0'.repeat(20)}`;
const call = (more: object = {}) => ({ type: 'CALL', from: ALICE, to: BOB, value: '0x5', ...more });
const traced = (...calls: object[]) => CallTracerAnswer.parse(call({ value: '0x0', calls })).calls;

describe('the calls of a trace', () => {
  it.each(['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT'])('move value by %s', (type) => {
    expect(traced(call({ type }))).toEqual([{ from: ALICE, to: BOB, amount: 5n }]);
  });

  it.each(['DELEGATECALL', 'CALLCODE', 'STATICCALL'])('move nothing by %s, but by the calls inside', (type) => {
    expect(traced(call({ type }))).toEqual([]);
    expect(traced(call({ type, calls: [call({ value: '0x7' })] }))).toEqual([{ from: ALICE, to: BOB, amount: 7n }]);
  });

  it('move nothing when they fail, nor do the calls inside a failed call', () => {
    const failed = call({ error: 'execution reverted', calls: [call({ value: '0x7' })] });
    expect(traced(failed, call({ value: '0x9' }))).toEqual([{ from: ALICE, to: BOB, amount: 9n }]);
  });

  it('are in the order in which they ran', () => {
    const nested = call({ value: '0x1', calls: [call({ value: '0x2' }), call({ value: '0x3' })] });
    expect(traced(nested, call({ value: '0x4' })).map(({ amount }) => amount)).toEqual([1n, 2n, 3n, 4n]);
  });

  it('nest as deep as the protocol allows', () => {
    let deep = call({ value: '0x1' });
    for (let depth = 0; depth < 1_024; depth++) deep = call({ value: '0x0', calls: [deep] });
    expect(traced(deep)).toEqual([{ from: ALICE, to: BOB, amount: 1n }]);
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['a list', []],
    ['an outermost call without a sender', { type: 'CALL', to: BOB }],
    ['calls that are no list', call({ calls: {} })],
    ['a call that is no object', call({ calls: ['CALL'] })],
    ['a value that is no quantity', call({ calls: [call({ value: 5 })] })],
    ['a call with value and without a receiver', call({ calls: [{ type: 'CALL', from: ALICE, value: '0x1' }] })],
  ])('are refused when the answer is malformed: %s', (_what, answer) => {
    expect(CallTracerAnswer.safeParse(answer).success).toBe(false);
  });
});

/** A random tree of calls in which some fail. */
const tree = fc.letrec<{ frame: { value: number; failed: boolean; calls: readonly unknown[] } }>((tie) => ({
  frame: fc.record({
    value: fc.integer({ min: 0, max: 9 }),
    failed: fc.boolean(),
    calls: fc.oneof({ depthSize: 'small' }, fc.constant([]), fc.array(tie('frame'), { maxLength: 3 })),
  }),
})).frame;

const Plan: z.ZodType<{ value: number; failed: boolean; calls: readonly unknown[] }> = z.object({
  value: z.number(),
  failed: z.boolean(),
  calls: z.array(z.unknown()),
});

describe('both forms of a trace', () => {
  it('state the same movements for any tree of calls', () => {
    const nested = (given: unknown): object => {
      const { value, failed, calls } = Plan.parse(given);
      const error = failed ? { error: 'Reverted' } : {};
      return { ...call({ value: `0x${value}` }), ...error, calls: calls.map(nested) };
    };
    const flat = (given: unknown, path: number[] = []): object[] => {
      const { value, failed, calls } = Plan.parse(given);
      const action = { callType: 'call', from: ALICE, to: BOB, value: `0x${value}` };
      const own = { type: 'call', action, traceAddress: path, ...(failed && { error: 'Reverted' }) };
      return [own, ...calls.flatMap((each, n) => flat(each, [...path, n]))];
    };
    fc.assert(
      fc.property(tree, (plan) => {
        const { top, calls } = CallTracerAnswer.parse(nested(plan));
        expect(ParityTraceAnswer.parse(flat(plan))).toMatchObject({ top, calls });
      }),
    );
  });
});
