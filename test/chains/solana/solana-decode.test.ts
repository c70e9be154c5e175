import { describe, expect, it } from '@jest/globals';
import { SystemProgram } from '@solana/web3.js';
import { encodeBase58 } from 'ethers';
import { SYSTEM, TOKEN } from '../../../lib/chains/solana/programs.ts';
import { SolanaTransaction } from '../../../lib/chains/solana/schema.ts';
import { decodeTransaction } from '../../../lib/chains/solana/solana-decode.ts';
import { parseExactly } from '../../../lib/chains/solana/solana-rpc.ts';
import { isTouched } from '../../../lib/transactions/view.ts';
import {
  ALICE,
  APP,
  AT_ALICE,
  AT_BOB,
  address,
  answer,
  BOB,
  CAROL,
  decoded,
  type Given,
  MINT,
  SIGNATURE,
  solana,
  tokenTransfer,
  transfer,
} from './answers.ts';

const balance = (accountIndex: number, owner: unknown, amount: string) => ({
  ...{ accountIndex, mint: MINT, owner, programId: TOKEN },
  uiTokenAmount: { amount, decimals: 2 },
});

const payment: Given = {
  keys: [ALICE, BOB, SYSTEM],
  instructions: [{ programIdIndex: 2, accounts: [0, 1], data: transfer(70n) }],
  before: [1_000_000, 0, 1],
  after: [994_930, 70, 1],
};

describe('a payment of SOL', () => {
  it('has a movement of the exact amount, without the fee', () => {
    expect(decoded(payment)).toEqual({
      chain: 'solana',
      hash: SIGNATURE,
      blockNumber: 10,
      blockTimestamp: '2023-11-14T22:13:20.000Z',
      status: 'success',
      fromAddress: ALICE,
      toAddress: BOB,
      kind: 'transfer',
      methodName: 'transfer',
      methodSelector: null,
      gasPriceGwei: null,
      feeAmount: '0.000005',
      movements: [
        {
          asset: 'SOL',
          tokenAddress: null,
          tokenId: null,
          standard: 'native',
          from: ALICE,
          to: BOB,
          amount: '0.00000007',
        },
      ],
    });
  });

  it('has a fee and a receiver but no movement when the transaction failed', () => {
    const err = { InstructionError: [0, { Custom: 1 }] };
    const failed = decoded({ ...payment, after: [995_000, 0, 1], meta: { err } });
    expect(failed).toMatchObject({ status: 'failed', movements: [], feeAmount: '0.000005', toAddress: BOB });
    expect([ALICE, BOB, CAROL].map((each) => isTouched(failed, each ?? ''))).toEqual([true, true, false]);
  });

  it('has no movement when its amount is zero', () => {
    const nothing = [{ programIdIndex: 2, accounts: [0, 1], data: transfer(0n) }];
    const zero = decoded({ ...payment, instructions: nothing, after: [995_000, 0, 1] });
    expect(zero).toMatchObject({ kind: 'transfer', toAddress: BOB, movements: [] });
  });

  it('has an exact amount beyond 2^53 lamports', () => {
    const whole = 600_000_000_123_456_789n;
    const instructions = [{ programIdIndex: 2, accounts: [0, 1], data: transfer(whole) }];
    const text = JSON.stringify(answer({ ...payment, instructions, before: ['BEFORE', 0, 1], after: [0, 'AFTER', 1] }))
      .replace('"BEFORE"', `${whole + 5_000n}`)
      .replace('"AFTER"', `${whole}`);
    const { movements } = decodeTransaction(solana, SolanaTransaction.parse(parseExactly(text)));
    expect(movements).toMatchObject([{ from: ALICE, to: BOB, amount: '600000000.123456789' }]);
    expect(SolanaTransaction.safeParse(JSON.parse(text)).success).toBe(false);
  });

  it('counts the writable and then the read-only accounts of lookup tables after its own accounts', () => {
    const loadedAddresses = { writable: [BOB], readonly: [CAROL] };
    const instructions = [{ programIdIndex: 1, accounts: [0, 2], data: transfer(70n) }];
    const balances = { before: [1_000_000, 1, 0, 9], after: [994_930, 1, 70, 9] };
    const loaded = decoded({ keys: [ALICE, SYSTEM], instructions, ...balances, meta: { loadedAddresses } });
    expect(loaded.movements).toMatchObject([{ from: ALICE, to: BOB, amount: '0.00000007' }]);
  });
});

describe('a payment of a Solana token', () => {
  const keys = [ALICE, AT_ALICE, AT_BOB, TOKEN];
  const instructions = [{ programIdIndex: 3, accounts: [1, 2, 0], data: tokenTransfer(250n) }];
  const balances = { before: [5_000, 2, 2, 1], after: [0, 2, 2, 1] };
  const preTokenBalances = [balance(1, ALICE, '1000'), balance(2, BOB, '1')];
  const postTokenBalances = [balance(1, ALICE, '750'), balance(2, BOB, '251')];

  it('moves to a wallet that the transaction names only as the owner of a token account', () => {
    const paid = decoded({ keys, instructions, ...balances, meta: { preTokenBalances, postTokenBalances } });
    expect(paid).toMatchObject({ kind: 'transfer', toAddress: BOB, methodName: 'transfer' });
    expect(paid.movements).toEqual([
      { asset: MINT, tokenAddress: MINT, tokenId: null, standard: 'SPL', from: ALICE, to: BOB, amount: '2.5' },
    ]);
  });

  it('has a movement when only an inner instruction makes it', () => {
    const innerInstructions = [{ index: 0, instructions }];
    const called = decoded({
      keys: [...keys, APP],
      instructions: [{ programIdIndex: 4, accounts: [1, 2], data: encodeBase58(Buffer.from([9, 9])) }],
      before: [...balances.before, 1],
      after: [...balances.after, 1],
      meta: { preTokenBalances, postTokenBalances, innerInstructions },
    });
    expect(called).toMatchObject({ kind: 'contract_call', toAddress: APP, methodName: null });
    expect(called.movements).toMatchObject([{ from: ALICE, to: BOB, amount: '2.5' }]);
  });

  it('moves to the new owner when the token account gets another owner', () => {
    const newOwner = { preTokenBalances: [balance(1, ALICE, '1000')], postTokenBalances: [balance(1, BOB, '1000')] };
    const setAuthority = [{ programIdIndex: 3, accounts: [1, 0], data: encodeBase58(Buffer.from([6, 2, 0])) }];
    expect(decoded({ keys, instructions: setAuthority, ...balances, meta: newOwner })).toMatchObject({
      kind: 'contract_call',
      methodName: 'setAuthority',
      movements: [{ from: ALICE, to: BOB, amount: '10' }],
    });
  });

  it.each([
    [78, `0.${'25'.padStart(78, '0')}`],
    [79, '25'],
    [255, '25'],
  ])('has an amount of limited length when the token claims %i decimals', (decimals, amount) => {
    const odd = (index: number, owner: unknown, raw: string) => ({
      ...balance(index, owner, raw),
      uiTokenAmount: { amount: raw, decimals },
    });
    const meta = { preTokenBalances: [odd(1, ALICE, '25')], postTokenBalances: [odd(2, BOB, '25')] };
    expect(decoded({ keys, instructions, ...balances, meta }).movements).toMatchObject([{ amount }]);
  });

  it('moves from the owner to the same owner when both token accounts have this owner', () => {
    const both = {
      preTokenBalances: [balance(1, ALICE, '300'), balance(2, ALICE, '100')],
      postTokenBalances: [balance(1, ALICE, '50'), balance(2, ALICE, '350')],
    };
    const shuffled = decoded({ keys, instructions, ...balances, meta: both });
    expect(shuffled.movements).toMatchObject([{ from: ALICE, to: ALICE, amount: '2.5' }]);
  });
});

describe('the other end of a Solana movement', () => {
  const [TEMP, OTHER_TEMP, POOL, OTHER_POOL] = [11, 12, 13, 14].map(address);
  const coded = (code: number, more: Buffer = Buffer.alloc(0)) =>
    encodeBase58(Buffer.concat([Buffer.from([code]), more]));

  it('is the receiver that the closing instruction names, and not the first account that gained', () => {
    const closed = decoded({
      keys: [ALICE, BOB, AT_ALICE, AT_BOB, TOKEN],
      instructions: [
        { programIdIndex: 4, accounts: [2, 1, 0], data: coded(9) },
        { programIdIndex: 4, accounts: [3, 0, 1], data: coded(9) },
      ],
      before: [5_000, 0, 2_000, 3_000, 1],
      after: [3_000, 2_000, 0, 0, 1],
    });
    expect(closed.movements).toMatchObject([
      { from: AT_BOB, to: ALICE, amount: '0.000003' },
      { from: AT_ALICE, to: BOB, amount: '0.000002' },
    ]);
  });

  it('is the pool that the sender pays when two senders wrap SOL in temporary accounts', () => {
    const wrapped = (accountIndex: number, amount: string) => ({
      ...{ accountIndex, mint: 'So11111111111111111111111111111111111111112', owner: APP, programId: TOKEN },
      uiTokenAmount: { amount, decimals: 9 },
    });
    // Keys: 0 Alice, 1 Bob, 2 and 3 their temporary accounts, 4 the pool that Bob pays, 5 the pool that Alice pays.
    const swapped = decoded({
      keys: [ALICE, BOB, TEMP, OTHER_TEMP, OTHER_POOL, POOL, SYSTEM, TOKEN],
      instructions: [
        { programIdIndex: 6, accounts: [0, 2], data: transfer(3_000n) },
        { programIdIndex: 6, accounts: [1, 3], data: transfer(5_000n) },
        { programIdIndex: 7, accounts: [2, 5, 0], data: tokenTransfer(3_000n) },
        { programIdIndex: 7, accounts: [3, 4, 1], data: tokenTransfer(5_000n) },
      ],
      before: [9_000, 9_000, 0, 0, 10, 10, 1, 1],
      after: [1_000, 4_000, 0, 0, 5_010, 3_010, 1, 1],
      meta: {
        preTokenBalances: [wrapped(4, '10'), wrapped(5, '10')],
        postTokenBalances: [wrapped(4, '5010'), wrapped(5, '3010')],
      },
    });
    expect(swapped.movements.filter(({ standard }) => standard === 'native')).toMatchObject([
      { from: BOB, to: APP, amount: '0.000005', seenBy: 'sender' },
      { from: BOB, to: OTHER_POOL, amount: '0.000005', seenBy: 'receiver' },
      { from: ALICE, to: APP, amount: '0.000003', seenBy: 'sender' },
      { from: ALICE, to: POOL, amount: '0.000003', seenBy: 'receiver' },
    ]);
  });

  it('is the owner that the opening instruction names when an old block states no owner', () => {
    const instructions = [
      { programIdIndex: 3, accounts: [2, 4], data: coded(18, Buffer.alloc(32, 2)) },
      { programIdIndex: 3, accounts: [1, 2, 0], data: tokenTransfer(250n) },
    ];
    const { owner: _, ...nameless } = balance(2, BOB, '250');
    const paid = decoded({
      keys: [ALICE, AT_ALICE, AT_BOB, TOKEN, MINT],
      instructions,
      before: [5_000, 2, 2, 1, 1],
      after: [0, 2, 2, 1, 1],
      meta: { preTokenBalances: [balance(1, ALICE, '250')], postTokenBalances: [balance(1, ALICE, '0'), nameless] },
    });
    expect(paid.movements).toMatchObject([{ from: ALICE, to: BOB, amount: '2.5' }]);
  });
});

it('the address of the Solana system program equals the address in web3.js', () => {
  expect(SystemProgram.programId.toBase58()).toBe(SYSTEM);
});
