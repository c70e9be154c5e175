import { describe, expect, it } from '@jest/globals';
import { SYSTEM, TOKEN } from '../../../lib/chains/solana/programs.ts';
import { leastRent } from '../../../lib/chains/solana/rent.ts';
import { viewOf } from '../../../lib/transactions/view.ts';
import {
  ALICE,
  APP,
  AT_ALICE,
  AT_BOB,
  BOB,
  CAROL,
  coded,
  create,
  decoded,
  tokens,
  tokenTransfer,
  transfer,
} from './answers.ts';

const RENT = leastRent(165n);
const lamports = Number(RENT);
const keys = [ALICE, AT_ALICE, AT_BOB, CAROL, APP, SYSTEM, TOKEN];
const opened = { programIdIndex: 5, accounts: [0, 2], data: create(RENT, 165n) };
const closed = { programIdIndex: 6, accounts: [1, 0, 0], data: coded(9) };
const moved = { programIdIndex: 6, accounts: [1, 2, 0], data: tokenTransfer(250n) };
const seen = (transaction: ReturnType<typeof decoded>) => viewOf(transaction, transaction.fromAddress, () => false);

describe('the rent of a Solana account', () => {
  it('is 0.00203928 SOL for a token account', () => {
    expect(RENT).toBe(2_039_280n);
  });

  // Scenario: Alice sends a token to Bob and pays for the account in which Bob receives it.
  it('is not primary beside a token, and it is no receiver of the transfer', () => {
    const paid = decoded({
      keys,
      instructions: [opened, moved],
      before: [9_000_000, lamports, 0, 1, 1, 1, 1],
      after: [8_995_000 - lamports, lamports, lamports, 1, 1, 1, 1],
      meta: {
        preTokenBalances: [tokens(1, ALICE, 900n)],
        postTokenBalances: [tokens(1, ALICE, 650n), tokens(2, BOB, 250n)],
      },
    });
    expect(paid).toMatchObject({
      toAddress: BOB,
      movements: [
        { from: ALICE, to: AT_BOB, amount: '0.00203928', isRent: true },
        { from: ALICE, to: BOB, amount: '2.5' },
      ],
    });
    expect(seen(paid)).toMatchObject({ tokenAmount: '2.5', toAddress: BOB, transfers: [{ amount: '0.00203928' }, {}] });
    expect(viewOf(paid, null, () => false)).toMatchObject({ tokenAmount: '2.5', fromAddress: ALICE, toAddress: BOB });
  });

  it('is primary when nothing else moved', () => {
    const made = decoded({
      keys,
      instructions: [opened],
      before: [9_000_000, 0, 0, 1, 1, 1, 1],
      after: [8_995_000 - lamports, 0, lamports, 1, 1, 1, 1],
    });
    expect(seen(made)).toMatchObject({ tokenSymbol: 'SOL', tokenAmount: '0.00203928', direction: 'outbound' });
  });

  it('is marked when a token account or a program returns it', () => {
    const returned = decoded({
      keys,
      instructions: [closed],
      before: [9_000_000, lamports, 0, 900_000, 1, 1, 1],
      after: [9_895_000 + lamports, 0, 0, 0, 1, 1, 1],
      meta: { preTokenBalances: [tokens(1, ALICE, 0n)] },
    });
    expect(returned.movements).toMatchObject([
      { from: AT_ALICE, to: ALICE, amount: '0.00203928', isRent: true },
      { from: CAROL, to: ALICE, amount: '0.0009', isRent: true },
    ]);
  });

  // Scenario: a thief has Alice fund an account of 10 MB, which the program of the thief owns, and pay one lamport.
  it('does not include the deposit of a larger account than programs make', () => {
    const most = 10_485_760n;
    const deposit = Number(leastRent(most));
    const theft = decoded({
      keys,
      instructions: [
        { ...opened, data: create(leastRent(most), most) },
        { programIdIndex: 5, accounts: [0, 3], data: transfer(1n) },
      ],
      before: [deposit + 5_001, 0, 0, 1, 1, 1, 1],
      after: [0, 0, deposit, 2, 1, 1, 1],
    });
    expect(seen(theft)).toMatchObject({ tokenAmount: '72.981780481', direction: 'outbound' });
  });

  it('does not include many accounts that together cost more than such an account', () => {
    const each = Number(leastRent(6_000n));
    const both = [2, 3].map((at) => ({ programIdIndex: 5, accounts: [0, at], data: create(BigInt(each), 6_000n) }));
    const made = (count: number) =>
      decoded({
        keys,
        instructions: [...both.slice(0, count), { programIdIndex: 5, accounts: [0, 4], data: transfer(1n) }],
        before: [count * each + 5_001, 0, 0, 0, 1, 1, 1],
        after: [0, 0, each, count === 2 ? each : 0, 2, 1, 1],
      });
    expect(seen(made(1))).toMatchObject({ tokenAmount: '0.000000001' });
    expect(seen(made(2))).toMatchObject({ tokenAmount: '0.085301761' });
  });

  it('does not include more than the rent of such an account from an account that closes', () => {
    const returned = decoded({
      keys,
      instructions: [closed],
      before: [9_000_000, 50_000_000_000, 0, 1, 1, 1, 1],
      after: [50_008_995_000, 0, 0, 1, 1, 1, 1],
      meta: { preTokenBalances: [tokens(1, ALICE, 0n)] },
    });
    expect(returned.movements).toEqual([expect.not.objectContaining({ isRent: true })]);
  });

  it('does not include what a new account receives beyond the least deposit, such as a stake', () => {
    const staked = decoded({
      keys,
      instructions: [{ ...opened, data: create(9_000_000n, 200n) }],
      before: [9_005_000, 0, 0, 1, 1, 1, 1],
      after: [0, 0, 9_000_000, 1, 1, 1, 1],
    });
    expect(staked.movements).toEqual([expect.not.objectContaining({ isRent: true })]);
  });

  // Scenario: 42.000000001 SOL pass through the temporary account that Alice opened with the rent.
  it('does not split a payment through a temporary account', () => {
    const pool = 42_000_000_001;
    const native = 'So11111111111111111111111111111111111111112';
    const swapped = decoded({
      keys: [...keys, native],
      instructions: [
        { programIdIndex: 5, accounts: [0, 1], data: create(RENT, 165n) },
        { programIdIndex: 6, accounts: [1, 7, 0], data: coded(1) },
        { programIdIndex: 6, accounts: [2, 1, 3], data: tokenTransfer(BigInt(pool)) },
        { programIdIndex: 6, accounts: [1, 0, 0], data: coded(9) },
      ],
      before: [5_000_000, 0, pool + lamports, 1, 1, 1, 1, 1],
      after: [4_995_000 + pool, 0, lamports, 1, 1, 1, 1, 1],
      meta: {
        preTokenBalances: [tokens(2, BOB, BigInt(pool), native)],
        postTokenBalances: [tokens(2, BOB, 0n, native)],
      },
    });
    expect(swapped.movements).toMatchObject([
      { standard: 'native', from: BOB, to: ALICE, amount: '42.000000001', seenBy: 'receiver' },
      { standard: 'native', from: AT_BOB, to: ALICE, amount: '42.000000001', seenBy: 'sender' },
      { standard: 'SPL', from: BOB, to: ALICE, amount: '42.000000001', seenBy: 'sender' },
    ]);
  });
});
