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

  it('is the name that the program logs, with a lower-case first letter', () => {
    expect(named([starts, 'Program log: Instruction: PlaceOrder', ends])).toBe('placeOrder');
  });

  it.each([
    [
      'the log of a program that the called program calls',
      [starts, `Program ${BOB} invoke [2]`, 'Program log: Instruction: Swap', ends],
    ],
    ['a logged text that is not a name', [starts, 'Program log: Instruction: <script>', ends]],
    ['a logged name of 10,000 letters', [starts, `Program log: Instruction: ${'A'.repeat(10_000)}`, ends]],
    [
      'a log line that imitates the start of the program',
      [`Program log: ${starts}`, 'Program log: Instruction: Fake', ends],
    ],
    ['a truncated log', [starts, 'Log truncated']],
    ['an empty log', []],
  ])('does not come from %s', (_what, logs) => {
    expect(named(logs)).toBeNull();
  });

  it('is the name of the last instruction with a logged name when a program runs twice', () => {
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

  it.each([2, 6, 8, 9, 12, 13, 14, 15])(
    'is left out of the block when its instruction has the discriminator %i',
    (discriminator) => {
      expect(decodeBlock(solana, vote(discriminator), 10)).toMatchObject({
        height: 10,
        parentHeight: 8,
        transactions: [],
      });
    },
  );

  it('is recognised by the discriminator of its instruction, for any length of the data', () => {
    const votes = new Set([2, 6, 8, 9, 12, 13, 14, 15]);
    const given = fc.tuple(fc.nat(20), fc.uint8Array({ maxLength: 300 }));
    fc.assert(
      fc.property(given, ([discriminator, rest]) => {
        const { transactions } = decodeBlock(solana, vote(discriminator, [], Buffer.from(rest)), 10);
        expect(transactions).toHaveLength(votes.has(discriminator) ? 0 : 1);
      }),
    );
  });

  it('differs from a withdrawal by the vote program, which stays in the block', async () => {
    expect((await decodedIn(decodeBlock(solana, vote(3), 10))).transactions).toMatchObject([
      { kind: 'contract_call', methodName: 'withdraw', toAddress: VOTE },
    ]);
  });

  it.each([0, 1, 3, 4, 5, 7, 10, 11, 16])(
    'differs from an instruction of the vote program with the discriminator %i, which stays in the block',
    (discriminator) => {
      expect(decodeBlock(solana, vote(discriminator), 10).transactions).toHaveLength(1);
    },
  );

  it('stays in the block when its transaction also makes a payment', () => {
    const paid = { programIdIndex: 3, accounts: [0, 1], data: transfer(70n) };
    expect(decodeBlock(solana, vote(2, [paid]), 10).transactions).toHaveLength(1);
  });
});
