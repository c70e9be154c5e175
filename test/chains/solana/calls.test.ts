import { describe, expect, it } from '@jest/globals';
import { encodeBase58 } from 'ethers';
import fc from 'fast-check';
import { SYSTEM, VOTE } from '../../../lib/chains/solana/programs.ts';
import { decodeBlock } from '../../../lib/chains/solana/solana-block.ts';
import { ALICE, APP, answer, BOB, decoded, solana, transfer } from './answers.ts';
import { decodedIn } from './recorded.ts';

describe('the name of a Solana call', () => {
  const call = { programIdIndex: 1, accounts: [], data: '' };
  const named = (logMessages: string[], instructions = [call]) =>
    decoded({ keys: [ALICE, APP], instructions, before: [5_000, 1], after: [0, 1], meta: { logMessages } }).methodName;
  const [starts, ends] = [`Program ${APP} invoke [1]`, `Program ${APP} success`];

  it('is the name that its program logs, in the spelling of the interface', () => {
    expect(named([starts, 'Program log: Instruction: PlaceOrder', ends])).toBe('placeOrder');
  });

  it.each([
    ['another program that it calls', [starts, `Program ${BOB} invoke [2]`, 'Program log: Instruction: Swap', ends]],
    ['text that is no name', [starts, 'Program log: Instruction: <script>', ends]],
    ['a name without end', [starts, `Program log: Instruction: ${'A'.repeat(10_000)}`, ends]],
    ['a log that imitates a start', [`Program log: ${starts}`, 'Program log: Instruction: Fake', ends]],
    ['a log that breaks off', [starts, 'Log truncated']],
    ['no log', []],
  ])('does not come from %s', (_what, logs) => {
    expect(named(logs)).toBeNull();
  });

  it('belongs to its own instruction when a program runs several times', () => {
    const first = [starts, 'Program log: Instruction: Open', ends];
    expect(named([...first, starts, 'Program log: Instruction: Swap', ends], [call, call])).toBe('swap');
    expect(named([...first, starts, ends], [call, call])).toBe('open');
  });
});

describe('a Solana vote', () => {
  const vote = (discriminator: number, more: object[] = [], rest = Buffer.alloc(0)) => ({
    blockhash: 'b',
    previousBlockhash: 'a',
    parentSlot: 8,
    blockTime: 1_700_000_000,
    transactions: [
      answer({
        keys: [ALICE, BOB, VOTE, SYSTEM],
        instructions: [
          {
            programIdIndex: 2,
            accounts: [1],
            data: encodeBase58(Buffer.concat([Buffer.from([discriminator, 0, 0, 0]), rest])),
          },
          ...more,
        ],
        before: [5_070, 0, 1, 1],
        after: [0, 70, 1, 1],
      }),
    ],
  });

  it.each([2, 6, 8, 9, 12, 13, 14, 15])('is left out of the block for discriminator %i', (discriminator) => {
    expect(decodeBlock(solana, vote(discriminator), 10)).toMatchObject({
      height: 10,
      parentHeight: 8,
      transactions: [],
    });
  });

  it('is recognised at any length', () => {
    const votes = new Set([2, 6, 8, 9, 12, 13, 14, 15]);
    const given = fc.tuple(fc.nat(20), fc.uint8Array({ maxLength: 300 }));
    fc.assert(
      fc.property(given, ([discriminator, rest]) => {
        const { transactions } = decodeBlock(solana, vote(discriminator, [], Buffer.from(rest)), 10);
        expect(transactions).toHaveLength(votes.has(discriminator) ? 0 : 1);
      }),
    );
  });

  it('does not hide other instructions of the vote program, such as a withdrawal', async () => {
    expect((await decodedIn(decodeBlock(solana, vote(3), 10))).transactions).toMatchObject([
      { kind: 'contract_call', methodName: 'withdraw', toAddress: VOTE },
    ]);
  });

  it.each([0, 1, 3, 4, 5, 7, 10, 11, 16])('is not an instruction with discriminator %i', (discriminator) => {
    expect(decodeBlock(solana, vote(discriminator), 10).transactions).toHaveLength(1);
  });

  it('stays in the block when its transaction also makes a payment', () => {
    const paid = { programIdIndex: 3, accounts: [0, 1], data: transfer(70n) };
    expect(decodeBlock(solana, vote(2, [paid]), 10).transactions).toHaveLength(1);
  });
});
