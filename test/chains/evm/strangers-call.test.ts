import { describe, expect, it } from '@jest/globals';
import { evmRpc } from '../../../lib/chains/evm/evm-rpc.ts';
import { hasCode, strangersAnswer } from '../../../lib/chains/evm/strangers-call.ts';
import { ChainUnavailableError } from '../../../lib/chains/port/chain-unavailable.ts';
import { quiet } from '../../support/quiet.ts';
import { type Answers, NodeError, nodes } from './recorded.ts';

quiet();
const { signal } = new AbortController();
const TOKEN = `0x${'70'.repeat(20)}`;

/** A node that fails at calls of the token, and at all other calls with `others`. */
const failing = (others?: NodeError): Answers => ({
  eth_call: (call) => {
    if (Object(call).to === TOKEN) throw new NodeError(-32603, 'Internal error');
    if (others !== undefined) throw others;
    return '0x';
  },
});
const answer = (...answers: Answers[]) =>
  strangersAnswer(evmRpc('ethereum', nodes(...answers).urls), { to: TOKEN, data: '0x12' }, 'latest', signal);

describe('a contract at which every node fails with "Internal error"', () => {
  it('has no such function, when the nodes serve other calls', async () => {
    expect(await answer(failing(), failing())).toBe('0x');
  });

  it('is unknown, when the nodes fail at other calls too', async () => {
    const error = new NodeError(-32603, 'Internal error');
    await expect(answer(failing(error), failing(error))).rejects.toThrow(ChainUnavailableError);
  });

  it('has no such function, when the nodes report a halt for other calls', async () => {
    expect(await answer(failing(new NodeError(-32000, 'invalid jump destination')))).toBe('0x');
  });

  it('has the answer of the only node that gives one', async () => {
    expect(await answer(failing(), { eth_call: () => '0x1234' })).toBe('0x1234');
  });
});

/** Data with which the whole answer of a node has this size. */
const dataOf = (size: number): string => {
  const rest = JSON.stringify({ jsonrpc: '2.0', id: 1, result: '0x' }).length;
  return `0x${'60'.repeat((size - rest) / 2)}`;
};
const KB = 1024;

describe('the answer of a contract', () => {
  it('is read up to 4 KB', async () => {
    const data = dataOf(4 * KB);
    expect(await answer({ eth_call: () => data })).toBe(data);
  });

  it('counts as no answer when it exceeds 4 KB', async () => {
    expect(await answer({ eth_call: () => dataOf(4 * KB + 2) })).toBe('0x');
  });
});

describe('an address', () => {
  const has = (...answers: Answers[]) => hasCode(evmRpc('ethereum', nodes(...answers).urls), TOKEN, signal);
  const fails: Answers = {
    eth_getCode: () => {
      throw new NodeError(-32603, 'Internal error');
    },
  };

  it.each([
    ['a short code', '0xfe', true],
    ['a code of 24 KB, which exceeds the limit of an answer', dataOf(24 * KB), true],
    ['no code', '0x', false],
  ])('with %s', async (_what, code, expected) => {
    expect(await has({ eth_getCode: () => code })).toBe(expected);
  });

  it('has no code that anybody states when every node fails', async () => {
    expect(await has(fails, fails)).toBe(false);
  });

  it('has the code that the next node states when a node fails', async () => {
    expect(await has(fails, { eth_getCode: () => '0xfe' })).toBe(true);
  });

  it('lets no node rest by its large code or by a failed question', async () => {
    const { urls, calls } = nodes(fails, { eth_getCode: () => dataOf(24 * KB) });
    const rpc = evmRpc('ethereum', urls);
    for (const _ of [1, 2]) expect(await hasCode(rpc, TOKEN, signal)).toBe(true);
    expect(calls).toEqual([
      ['eth_getCode', 'eth_getCode'],
      ['eth_getCode', 'eth_getCode'],
    ]);
  });

  it('is unknown when the caller cancels', async () => {
    const { urls } = nodes(fails);
    await expect(hasCode(evmRpc('ethereum', urls), TOKEN, AbortSignal.abort())).rejects.toThrow(ChainUnavailableError);
  });
});
