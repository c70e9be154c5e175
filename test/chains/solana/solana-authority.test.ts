import { describe, expect, it } from '@jest/globals';
import { SYSTEM, TOKEN, TOKEN_2022 } from '../../../lib/chains/solana/programs.ts';
import { isTouched, viewOf } from '../../../lib/transactions/view.ts';
import { ALICE, APP, AT_ALICE, BOB, CAROL, coded, decoded, type Given, MINT, tokens, transfer } from './answers.ts';

const keys = [ALICE, AT_ALICE, BOB, CAROL, MINT, APP, SYSTEM, TOKEN, TOKEN_2022];
const still = { before: [9_000, 20, 7, 7, 1, 1, 1, 1, 1], after: [4_000, 20, 7, 7, 1, 1, 1, 1, 1] };
const held = (program = TOKEN) => ({
  preTokenBalances: [tokens(1, CAROL, 900n, MINT, program)],
  postTokenBalances: [tokens(1, CAROL, 900n, MINT, program)],
});
const given = (instructions: object[], more: Partial<Given> = {}) =>
  decoded({ keys, ...still, instructions, meta: held(), ...more });
const token = (accounts: number[], data: string, program = 7) => ({ programIdIndex: program, accounts, data });
const MOST = 2n ** 64n - 1n;

describe('the approvals of a Solana transaction', () => {
  const approval = {
    standard: 'SPL',
    asset: MINT,
    tokenAddress: MINT,
    tokenId: null,
    owner: CAROL,
    spender: BOB,
    amount: '2.5',
    unlimited: false,
    approved: true,
    expiresAt: null,
  };

  it('name the owner of the token account, the delegate and the exact amount', () => {
    expect(given([token([1, 2, 3], coded(4, 250n))]).approvals).toEqual([approval]);
  });

  it('come from checked approvals of Token-2022 and from inner instructions too', () => {
    const checked = token([1, 4, 2, 3], coded(13, 250n, Buffer.from([2])), 8);
    const innerInstructions = [{ index: 0, instructions: [checked] }];
    const meta = { ...held(TOKEN_2022), innerInstructions };
    expect(given([token([3], '', 5)], { meta }).approvals).toEqual([{ ...approval, standard: 'Token-2022' }]);
  });

  it.each([
    [MOST, true],
    [MOST - 1n, false],
  ])('of %s units are unlimited: %s', (amount, unlimited) => {
    expect(given([token([1, 2, 3], coded(4, amount))]).approvals).toMatchObject([{ unlimited, approved: true }]);
  });

  it('are revoked with the amount 0, also from the delegate that the same transaction approved', () => {
    const both = given([token([1, 2, 3], coded(4, 250n)), token([1, 3], coded(5))]);
    expect(both.approvals).toEqual([approval, { ...approval, amount: '0', approved: false }]);
    // A revocation does not name the delegate.
    expect(given([token([1, 3], coded(5))]).approvals).toMatchObject([
      { owner: CAROL, spender: SYSTEM, amount: '0', unlimited: false, approved: false },
    ]);
    expect(given([token([1, 2, 3], coded(4, 0n))]).approvals).toMatchObject([{ spender: BOB, approved: false }]);
  });

  it('touch the owner and the delegate, and each sees the approval', () => {
    const approved = given([token([1, 2, 3], coded(4, 250n))]);
    for (const wallet of [CAROL, BOB]) {
      expect(isTouched(approved, wallet ?? '')).toBe(true);
      expect(viewOf(approved, wallet ?? '', () => false)).toMatchObject({
        txType: 'contract_call',
        approvals: [approval],
        authority: [],
      });
    }
  });

  it('do not exist when the transaction failed', () => {
    const failed = given([token([1, 2, 3], coded(4, 250n))], { meta: { ...held(), err: 'AccountInUse' } });
    expect([failed.approvals, failed.authority]).toEqual([undefined, undefined]);
  });

  it('name the authority that signed where an old block states no owner', () => {
    const meta = { preTokenBalances: [tokens(1, undefined, 900n)], postTokenBalances: [tokens(1, undefined, 900n)] };
    expect(given([token([1, 2, 3], coded(4, 250n))], { meta }).approvals).toEqual([approval]);
  });
});

describe('the changes of authority of a Solana transaction', () => {
  const bob = Buffer.alloc(32, 2);

  it('show the authority over a mint before and after, to the authority that gave it away', () => {
    const given2 = given([token([4, 3], coded(6, Buffer.from([0, 1]), bob))]);
    const change = { kind: 'token_authority_set', subject: MINT, before: CAROL, after: BOB };
    expect(given2.authority).toEqual([{ ...change, holder: CAROL }]);
    expect(viewOf(given2, CAROL ?? '', () => false).authority).toEqual([change]);
    expect(given([token([4, 3], coded(6, Buffer.from([1, 0])))]).authority).toMatchObject([{ after: null }]);
  });

  it('show a new close authority of a token account to its owner', () => {
    expect(given([token([1, 2], coded(6, Buffer.from([3, 1]), bob))]).authority).toEqual([
      { kind: 'token_authority_set', subject: AT_ALICE, before: BOB, after: BOB, holder: CAROL },
    ]);
  });

  it('show a closed token account to its owner', () => {
    const closed = given([token([1, 2, 3], coded(9))], { after: [4_000, 0, 27, 7, 1, 1, 1, 1, 1] });
    expect(closed.authority).toEqual([
      { kind: 'account_closed', subject: AT_ALICE, before: CAROL, after: null, holder: CAROL },
    ]);
  });

  it('leave out an account that the transaction itself opened', () => {
    const opened = { programIdIndex: 6, accounts: [0, 1], data: transfer(20n) };
    const temporary = given([opened, token([1, 4, 3], coded(1)), token([1, 0, 3], coded(9))], {
      before: [9_000, 0, 7, 7, 1, 1, 1, 1, 1],
      after: [4_000, 0, 7, 7, 1, 1, 1, 1, 1],
      meta: {},
    });
    expect(temporary.authority).toBeUndefined();
  });
});

describe('a closed token account', () => {
  const open = token([1, 4, 3], coded(1));
  const close = token([1, 0, 3], coded(9));
  const closing = (instructions: object[], meta: object) =>
    given(instructions, {
      before: [9_000, 20, 7, 7, 1, 1, 1, 1, 1],
      after: [9_020, 0, 7, 7, 1, 1, 1, 1, 1],
      meta,
    }).authority;

  it('is left out when the transaction opened it, though somebody had paid lamports to its address before', () => {
    expect(closing([open, close], {})).toBeUndefined();
  });

  it('is told when it existed, also when the transaction opens and closes it once more', () => {
    const meta = { preTokenBalances: [tokens(1, CAROL, 0n, MINT, TOKEN)] };
    expect(closing([close, open, close], meta)).toEqual([
      { kind: 'account_closed', subject: AT_ALICE, before: CAROL, after: null, holder: CAROL },
    ]);
  });
});

describe('a Solana transaction with several signers', () => {
  const call = { programIdIndex: 5, accounts: [2], data: '' };
  const payment = { programIdIndex: 6, accounts: [0, 4], data: transfer(5n) };

  it('touches each signer, who sees a call', () => {
    const signed = given([call], { signers: 3 });
    expect(signed.signers).toEqual([ALICE, AT_ALICE, BOB]);
    expect([ALICE, AT_ALICE, BOB, CAROL].map((each) => isTouched(signed, each ?? ''))).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(viewOf(signed, BOB ?? '', () => false)).toMatchObject({
      direction: 'inbound',
      txType: 'contract_call',
      fromAddress: ALICE,
      toAddress: APP,
      tokenSymbol: 'SOL',
      tokenAmount: '0',
      transfers: [],
    });
  });

  it('touches each signer when it failed', () => {
    const failed = given([call], { signers: 3, meta: { err: 'AccountInUse' } });
    expect(isTouched(failed, BOB ?? '')).toBe(true);
  });

  it('is a call for a signer that only agreed to a payment, and a transfer for the payer', () => {
    const paid = given([payment], { signers: 3, after: [3_995, 20, 7, 7, 6, 1, 1, 1, 1] });
    expect(viewOf(paid, ALICE ?? '', () => false).txType).toBe('transfer');
    expect(viewOf(paid, BOB ?? '', () => false)).toMatchObject({ txType: 'contract_call', tokenAmount: '0' });
  });

  it('is a call for a signer that moved value by the call while another account paid the fee', () => {
    const inner = { programIdIndex: 6, accounts: [2, 3], data: transfer(5n) };
    const meta = { innerInstructions: [{ index: 0, instructions: [inner] }] };
    const swapped = given([call], { signers: 3, meta, after: [4_000, 20, 2, 12, 1, 1, 1, 1, 1] });
    expect(viewOf(swapped, BOB ?? '', () => false)).toMatchObject({
      txType: 'contract_call',
      direction: 'outbound',
      tokenAmount: '0.000000005',
    });
    expect(viewOf(swapped, CAROL ?? '', () => false).txType).toBe('transfer');
  });

  it('has no list of signers when only its payer signed', () => {
    expect(given([call]).signers).toBeUndefined();
  });
});
