import { describe, expect, it } from '@jest/globals';
import { evmRpc } from '../../../lib/chains/evm/evm-rpc.ts';
import { strangersAnswer } from '../../../lib/chains/evm/strangers-call.ts';
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
