import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { AbiCoder, getAddress, Interface, id, zeroPadValue } from 'ethers';
import * as z from 'zod';
import { operationsIn } from '../../../lib/chains/evm/user-operations.ts';

const V6 = '0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789';
const V7 = '0x0000000071727De22E5E9d8BAf0edAc6f37da032';
const STRANGER = getAddress(`0x${'66'.repeat(20)}`);
const ACCOUNT = getAddress(`0x${'ac'.repeat(20)}`);
const OTHER = getAddress(`0x${'ad'.repeat(20)}`);
const PAYMASTER = getAddress(`0x${'99'.repeat(20)}`);
const TOKEN = getAddress(`0x${'70'.repeat(20)}`);
const NOBODY = `0x${'0'.repeat(40)}`;

const v7 = new Interface([
  'function handleOps((address,uint256,bytes,bytes,bytes32,uint256,bytes32,bytes,bytes)[],address)',
  'function handleAggregatedOps(((address,uint256,bytes,bytes,bytes32,uint256,bytes32,bytes,bytes)[],' +
    'address,bytes)[],address)',
]);
const v6 = new Interface([
  'function handleOps((address,uint256,bytes,bytes,uint256,uint256,uint256,uint256,uint256,bytes,bytes)[],address)',
]);
const account = new Interface(['function execute(address,uint256,bytes)']);
const token = new Interface(['function transfer(address,uint256)', 'function approve(address,uint256)']);

const approve = account.encodeFunctionData('execute', [TOKEN, 0, token.encodeFunctionData('approve', [OTHER, 1])]);
const pay = account.encodeFunctionData('execute', [TOKEN, 0, token.encodeFunctionData('transfer', [OTHER, 1])]);
const WORD = `0x${'0'.repeat(64)}`;
const packed = (sender: string, nonce: number, callData: string) => [
  ...[sender, nonce, '0x', callData, WORD, 0, WORD, '0x', '0x'],
];

interface Event {
  readonly sender?: string;
  readonly nonce?: number;
  readonly success?: boolean;
  readonly paymaster?: string;
}
function event(by: string, { sender = ACCOUNT, nonce = 0, success = true, paymaster = NOBODY }: Event = {}) {
  const values = [nonce, success, 1, 1];
  return {
    address: by,
    topics: [
      id('UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)'),
      WORD,
      zeroPadValue(sender.toLowerCase(), 32),
      zeroPadValue(paymaster.toLowerCase(), 32),
    ],
    data: AbiCoder.defaultAbiCoder().encode(['uint256', 'bool', 'uint256', 'uint256'], values),
  };
}
const approved = { to: TOKEN, kind: 'contract_call', methodName: 'approve', methodSelector: '0x095ea7b3' };
const paid = { to: TOKEN, kind: 'transfer', methodName: 'transfer', methodSelector: '0xa9059cbb' };
const operation = (calls: object[], more: object = {}) => ({
  ...{ account: ACCOUNT, paymaster: null, status: 'success', calls },
  ...more,
});
const two = v7.encodeFunctionData('handleOps', [[packed(OTHER, 0, pay), packed(ACCOUNT, 3, approve)], STRANGER]);

const Recorded = z.object({
  to: z.string(),
  input: z.string(),
  logs: z.array(z.object({ address: z.string(), topics: z.array(z.string()), data: z.string() })),
});

describe('the operations of ERC-4337 in a transaction', () => {
  it('have the calls of their own call data, their status and their paymaster', () => {
    const logs = [event(V7, { sender: OTHER, success: false }), event(V7, { nonce: 3, paymaster: PAYMASTER })];
    expect(operationsIn({ to: V7, input: two }, { status: 1n, logs })).toEqual([
      operation([paid], { account: OTHER, status: 'failed' }),
      operation([approved], { paymaster: PAYMASTER }),
    ]);
  });

  it('are those of the asked accounts and paymasters', () => {
    const logs = [event(V7, { sender: OTHER }), event(V7, { nonce: 3, paymaster: PAYMASTER })];
    const of = (...asked: string[]) => new Set(asked.map((each) => each.toLowerCase()));
    const found = (asked: ReadonlySet<string>) =>
      operationsIn({ to: V7, input: two }, { status: 1n, logs }, asked).map((each) => each.account);
    expect([found(of(OTHER)), found(of(PAYMASTER)), found(of(STRANGER))]).toEqual([[OTHER], [ACCOUNT], []]);
  });

  it('are found in the input of EntryPoint 0.6 and in bundles with a common signature', () => {
    const old = [ACCOUNT, 3, '0x', approve, 0, 0, 0, 0, 0, '0x', '0x'];
    const logs6 = [event(V6, { nonce: 3 })];
    const input6 = v6.encodeFunctionData('handleOps', [[old], STRANGER]);
    expect(operationsIn({ to: V6, input: input6 }, { status: 1n, logs: logs6 })).toEqual([operation([approved])]);

    const lists = [
      [[packed(OTHER, 0, pay)], STRANGER, '0x'],
      [[packed(ACCOUNT, 3, approve)], STRANGER, '0x'],
    ];
    const input = v7.encodeFunctionData('handleAggregatedOps', [lists, STRANGER]);
    const logs = [event(V7, { nonce: 3 })];
    expect(operationsIn({ to: V7, input }, { status: 1n, logs })).toEqual([operation([approved])]);
  });

  it('have no known call when a contract of a stranger calls the EntryPoint, or the input has another nonce', () => {
    const logs = [event(V7, { nonce: 3 })];
    const unknown = [operation([])];
    expect(operationsIn({ to: STRANGER, input: two }, { status: 1n, logs })).toEqual(unknown);
    expect(operationsIn({ to: V6, input: two }, { status: 1n, logs })).toEqual(unknown);
    expect(operationsIn({ to: V7, input: two }, { status: 1n, logs: [event(V7, { nonce: 4 })] })).toEqual(unknown);
    expect(operationsIn({ to: V7, input: '0x' }, { status: 1n, logs })).toEqual(unknown);
  });

  it('are none when a stranger logs the event, or when the transaction failed', () => {
    expect(operationsIn({ to: V7, input: two }, { status: 1n, logs: [event(STRANGER, { nonce: 3 })] })).toEqual([]);
    expect(operationsIn({ to: V7, input: two }, { status: 0n, logs: [event(V7, { nonce: 3 })] })).toEqual([]);
  });

  it('are those of a recorded bundle, whose input ethers decodes', () => {
    const recorded = Recorded.parse(
      JSON.parse(readFileSync(new URL('../../fixtures/evm/operations/base-13020b28.json', import.meta.url), 'utf8')),
    );
    const [bundled] = v6.decodeFunctionData('handleOps', recorded.input);
    const accounts = new Interface([
      'function execute(address,uint256,bytes)',
      'function executeBatch((address,uint256,bytes)[])',
    ]);
    const truths = [...bundled].map(([sender, , , data]) => {
      const parsed = accounts.parseTransaction({ data });
      const one = parsed === null ? [sender, 0, data] : parsed.args;
      const made = parsed?.name === 'executeBatch' ? [...parsed.args[0]] : [one];
      return [sender, made.map(([to, , callData]) => [to, callData.slice(0, 10)])];
    });
    const found = operationsIn(recorded, { status: 1n, logs: recorded.logs });
    expect(found).toHaveLength(13);
    const told = found.map(({ account: by, calls }) => [by, calls.map((each) => [each.to, each.methodSelector])]);
    expect(told).toEqual(truths);
    const paymasters = new Set(found.map(({ paymaster }) => paymaster));
    expect([...paymasters]).toEqual(['0x2FAEB0760D4230Ef2aC21496Bb4F0b47D634FD4c']);
  });

  it('are read in a short time from a bundle of thousands', () => {
    const many = Array.from({ length: 2_000 }, (_, nonce) => packed(ACCOUNT, nonce, approve));
    const input = v7.encodeFunctionData('handleOps', [many, STRANGER]);
    const logs = many.map((_, nonce) => event(V7, { nonce }));
    const started = process.cpuUsage();
    expect(operationsIn({ to: V7, input }, { status: 1n, logs })).toHaveLength(2_000);
    expect(process.cpuUsage(started).user).toBeLessThan(2_000_000);
  });
});
