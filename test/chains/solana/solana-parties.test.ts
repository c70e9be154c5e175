import { afterAll, describe, expect, it } from '@jest/globals';
import { encodeBase58 } from 'ethers';
import fc from 'fast-check';
import { SYSTEM, TOKEN, WRAPPED_SOL } from '../../../lib/chains/solana/programs.ts';
import { SolanaBlock, SolanaTransaction } from '../../../lib/chains/solana/schema.ts';
import { decodeBlock } from '../../../lib/chains/solana/solana-block.ts';
import { decodeTransaction } from '../../../lib/chains/solana/solana-decode.ts';
import { partiesOf } from '../../../lib/chains/solana/solana-parties.ts';
import {
  ALICE,
  APP,
  AT_ALICE,
  AT_BOB,
  answer,
  BOB,
  CAROL,
  coded,
  type Given,
  MINT,
  solana,
  tokenTransfer,
  transfer,
} from './answers.ts';
import { namesIn } from './names.ts';
import { blockIn, decodedIn, filesIn, resultOf } from './recorded.ts';

const TRANSACTIONS = [...filesIn('tx'), ...filesIn('synthetic-surfpool')];

/** The parties of an answer of `getTransaction`, and the addresses that the decoded transaction names. */
function compared(raw: unknown) {
  const transaction = SolanaTransaction.parse(raw);
  const { hash } = decodeTransaction(solana, transaction);
  const block = {
    blockhash: 'b',
    previousBlockhash: 'a',
    parentSlot: 8,
    blockTime: 1_700_000_000,
    transactions: [raw],
  };
  const [scanned] = decodeBlock(solana, block, 10).transactions;
  expect(scanned?.hash).toBe(hash);
  return { parties: scanned?.parties ?? [], names: namesIn(decodeTransaction(solana, transaction)) };
}
/** The names that are not among the parties. */
const missingFrom = ({ parties, names }: { parties: readonly string[]; names: readonly string[] }) =>
  names.filter((name) => !parties.includes(name));

describe('the parties of a recorded Solana transaction', () => {
  const count = { parties: 0, names: 0, transactions: 0 };
  afterAll(() => {
    process.stdout.write(
      `Parties of ${count.transactions} recorded Solana transactions: ${count.parties}, ` +
        `of which the decoded transactions name ${count.names}\n`,
    );
  });

  it.each(TRANSACTIONS)('include every address that the decoded transaction names, for %s', (file) => {
    const both = compared(resultOf(file));
    expect(missingFrom(both)).toEqual([]);
    expect(new Set(both.parties).size).toBe(both.parties.length);
    count.transactions += 1;
    count.parties += both.parties.length;
    count.names += both.names.length;
  });

  it.each(filesIn('blocks'))(
    'include every address that the decoded transaction names, for each transaction of %s',
    async (file) => {
      const block = decodeBlock(solana, blockIn(file), 300_000_000);
      const { transactions } = await decodedIn(block);
      for (const [index, { parties }] of block.transactions.entries()) {
        const decoded = transactions[index];
        expect(decoded && missingFrom({ parties, names: namesIn(decoded) })).toEqual([]);
      }
    },
  );

  it('are read without decoding when the block has the encoding that the service requests', () => {
    const raw = SolanaBlock.parse(blockIn('blocks/devnet-270893658.base64.json')).transactions;
    expect(raw.filter((each) => partiesOf(each) === null)).toEqual([]);
  });
});

/** The 32 bytes of the address of Alice, Bob or Carol. Zeros for any other text. */
const address32 = (of: string | undefined) => Buffer.alloc(32, [ALICE, BOB, CAROL].indexOf(of) + 1);
const bytes = (...parts: (number | string | undefined)[]) =>
  encodeBase58(Buffer.concat(parts.map((part) => (typeof part === 'number' ? Buffer.of(part) : address32(part)))));
const held = (accountIndex: number, amount: string, owner: string | undefined, mint = MINT) => ({
  ...{ accountIndex, mint, owner, programId: TOKEN },
  uiTokenAmount: { amount, decimals: 2 },
});

describe('the parties of a Solana transaction', () => {
  const keys = [ALICE, AT_ALICE, AT_BOB, BOB, MINT, APP, SYSTEM, TOKEN];
  const still = { before: [9_000, 2, 2, 7, 1, 1, 1, 1], after: [4_000, 2, 2, 7, 1, 1, 1, 1] };
  const given = (instructions: object[], meta: object = {}) => answer({ keys, ...still, instructions, meta });

  it.each<[string, object, string | undefined]>([
    ['a wallet that pays the same wallet', given([{ programIdIndex: 6, accounts: [3, 3], data: transfer(5n) }]), BOB],
    [
      'the intended receiver of a failed payment',
      given([{ programIdIndex: 6, accounts: [0, 3], data: transfer(5n) }], {
        err: { InstructionError: [0, 'Custom'] },
      }),
      BOB,
    ],
    ['the receiver of a payment of zero', given([{ programIdIndex: 6, accounts: [0, 3], data: transfer(0n) }]), BOB],
    [
      'the owner of the token account that a failed payment names',
      given([{ programIdIndex: 7, accounts: [1, 2, 0], data: tokenTransfer(5n) }], {
        err: 'AccountInUse',
        preTokenBalances: [held(1, '5', ALICE), held(2, '0', CAROL)],
        postTokenBalances: [held(1, '5', ALICE), held(2, '0', CAROL)],
      }),
      CAROL,
    ],
    [
      'the owner of a token account when only the token balances name the owner',
      given([{ programIdIndex: 7, accounts: [1, 2, 0], data: tokenTransfer(5n) }], {
        preTokenBalances: [held(1, '5', ALICE), held(2, '0', CAROL)],
        postTokenBalances: [held(1, '0', ALICE), held(2, '5', CAROL)],
      }),
      CAROL,
    ],
    [
      'the token account that pays wrapped SOL to itself',
      given([{ programIdIndex: 7, accounts: [1, 1, 0], data: tokenTransfer(5n) }], {
        preTokenBalances: [held(1, '5', ALICE, WRAPPED_SOL)],
        postTokenBalances: [held(1, '5', ALICE, WRAPPED_SOL)],
      }),
      AT_ALICE,
    ],
    [
      'the owner that an opening instruction names when an old block states no owner',
      given(
        [
          { programIdIndex: 7, accounts: [2, 4], data: bytes(18, CAROL) },
          { programIdIndex: 7, accounts: [1, 2, 0], data: tokenTransfer(5n) },
        ],
        {
          preTokenBalances: [held(1, '5', ALICE)],
          postTokenBalances: [held(1, '0', ALICE), held(2, '5', undefined)],
        },
      ),
      CAROL,
    ],
    [
      'the delegate of an approval',
      given([{ programIdIndex: 7, accounts: [1, 3, 0], data: coded(4, 5n) }], {
        preTokenBalances: [held(1, '5', ALICE)],
      }),
      BOB,
    ],
    [
      'the owner of an approval that is a checked approval with needless bytes',
      given([{ programIdIndex: 7, accounts: [1, 4, 5, 3], data: coded(13, 5n, Buffer.alloc(9)) }]),
      BOB,
    ],
    ['the mint whose authority changes', given([{ programIdIndex: 7, accounts: [4, 0], data: bytes(6, 0, 0) }]), MINT],
    ['a signer that pays nothing', answer({ keys, ...still, instructions: [], signers: 4 }), BOB],
    [
      'a signer of a failed transaction',
      answer({ keys, ...still, instructions: [], signers: 4, meta: { err: 'AccountInUse' } }),
      BOB,
    ],
    ['the program that the transaction calls', given([{ programIdIndex: 5, accounts: [3], data: '' }]), APP],
  ])('include %s', (_what, raw, party) => {
    const both = compared(raw);
    expect(both.names).toContain(party);
    expect(both.parties).toContain(party);
    expect(missingFrom(both)).toEqual([]);
  });

  it('are all addresses of the transaction when the decoder cannot decode the transaction', async () => {
    const nowhere = given([{ programIdIndex: 7, accounts: [99], data: bytes(1) }], {
      postTokenBalances: [held(2, '5', CAROL)],
    });
    const block = { blockhash: 'b', previousBlockhash: 'a', parentSlot: 8, blockTime: 1, transactions: [nowhere] };
    const scanned = decodeBlock(solana, block, 10);
    expect(scanned.transactions[0]?.parties).toEqual([...keys, CAROL]);
    expect((await decodedIn(scanned)).undecoded).toMatchObject([{ reason: expect.stringMatching(/names address/) }]);
  });

  it('include every address that the decoded transaction names, for any balances and instructions', () => {
    const index = fc.nat(keys.length - 1);
    const lamports = fc.array(fc.nat(3), { minLength: keys.length, maxLength: keys.length });
    const data = fc.oneof(
      fc.nat(4).map((amount) => transfer(BigInt(amount))),
      fc.nat(4).map((amount) => tokenTransfer(BigInt(amount))),
      fc.constantFrom(bytes(1), bytes(9), bytes(16, BOB), bytes(18, CAROL), ''),
      fc.constantFrom(coded(4, 5n), coded(13, 5n, Buffer.of(2)), bytes(5), bytes(6, 0, 1, BOB), bytes(6, 2, 0)),
    );
    const instruction = fc.record({
      programIdIndex: fc.constantFrom(5, 6, 7, 7),
      accounts: fc.array(index, { maxLength: 4 }),
      data,
    });
    const balances = fc.uniqueArray(
      fc
        .tuple(index, fc.nat(4), fc.constantFrom(ALICE, CAROL, undefined), fc.constantFrom(MINT, WRAPPED_SOL))
        .map(([at, amount, owner, mint]) => held(at, String(amount), owner, mint)),
      { selector: ({ accountIndex }) => accountIndex, maxLength: 4 },
    );
    const transaction = fc.record({
      before: lamports,
      after: lamports,
      instructions: fc.array(instruction, { minLength: 1, maxLength: 4 }),
      fee: fc.nat(2),
      signers: fc.integer({ min: 1, max: 4 }),
      meta: fc.record({
        err: fc.constantFrom(null, null, 'AccountInUse'),
        preTokenBalances: balances,
        postTokenBalances: balances,
        innerInstructions: fc.array(
          fc.record({ index: fc.nat(3), instructions: fc.array(instruction, { maxLength: 3 }) }),
          { maxLength: 2 },
        ),
      }),
    });
    fc.assert(
      fc.property(transaction, (fields: Omit<Given, 'keys'>) => {
        expect(missingFrom(compared(answer({ keys, ...fields })))).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });
});
