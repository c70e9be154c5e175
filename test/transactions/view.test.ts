import { describe, expect, it } from '@jest/globals';
import type { Approval, DecodedTransaction, Movement } from '../../lib/chains/port/chain.ts';
import { tookEffect } from '../../lib/transactions/took-effect.ts';
import { isTouched, viewOf } from '../../lib/transactions/view.ts';

const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const BOB = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const ROUTER = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512';
const ZERO = '0x0000000000000000000000000000000000000000';
const nobodyElse = () => false;

const movement = (from: string, to: string, amount: string, more: Partial<Movement> = {}): Movement => ({
  asset: 'USDC',
  tokenAddress: TOKEN,
  tokenId: null,
  standard: 'ERC-20',
  from,
  to,
  amount,
  ...more,
});
const ether = (from: string, to: string, amount: string) =>
  movement(from, to, amount, { asset: 'ETH', tokenAddress: null, standard: 'native' });

const decoded = (more: Partial<DecodedTransaction>): DecodedTransaction => ({
  chain: 'ethereum',
  hash: `0x${'ab'.repeat(32)}`,
  blockNumber: 1,
  blockTimestamp: '2026-01-31T09:00:00.000Z',
  status: 'success',
  fromAddress: ALICE,
  toAddress: BOB,
  kind: 'transfer',
  methodName: null,
  methodSelector: null,
  gasPriceGwei: '1',
  feeAmount: '0.000021',
  movements: [],
  ...more,
});

describe('a native transfer', () => {
  const sent = decoded({ movements: [ether(ALICE, BOB, '1.5')] });

  it('is outbound for the sender and inbound for the receiver', () => {
    const common = { txType: 'transfer', fromAddress: ALICE, toAddress: BOB, tokenSymbol: 'ETH', tokenAmount: '1.5' };
    expect(viewOf(sent, ALICE, nobodyElse)).toMatchObject({ ...common, direction: 'outbound' });
    expect(viewOf(sent, BOB, nobodyElse)).toMatchObject({ ...common, direction: 'inbound' });
  });

  it('is internal when both ends are wallets of the organisation', () => {
    expect(viewOf(sent, ALICE, (address) => address === BOB).direction).toBe('internal');
    expect(viewOf(sent, BOB, (address) => address === ALICE).direction).toBe('internal');
  });

  it('is internal when a wallet pays itself, even an amount of zero', () => {
    const cancelled = decoded({ toAddress: ALICE });
    expect(viewOf(cancelled, ALICE, nobodyElse)).toMatchObject({
      direction: 'internal',
      txType: 'transfer',
      tokenSymbol: 'ETH',
      tokenAmount: '0',
      transfers: [],
    });
  });
});

describe('a payment across currencies', () => {
  const MAKER = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
  // The sender gives ether to a maker, who gives the token that the sender passes on.
  const paid = decoded({
    movements: [ether(ALICE, MAKER, '3'), movement(MAKER, ALICE, '9'), movement(ALICE, BOB, '9')],
  });
  const shown = { fromAddress: ALICE, toAddress: BOB, tokenSymbol: 'ETH', tokenAmount: '3' };

  it('names its receiver beside what its sender gave', () => {
    expect(viewOf(paid, ALICE, nobodyElse)).toMatchObject({ ...shown, direction: 'outbound' });
  });

  it('is internal for both ends when the receiver is an own wallet, though a maker took what the sender gave', () => {
    expect(viewOf(paid, ALICE, (address) => address === BOB)).toMatchObject({ ...shown, direction: 'internal' });
    expect(viewOf(paid, BOB, (address) => address === ALICE)).toMatchObject({
      tokenAmount: '9',
      direction: 'internal',
    });
  });
});

describe('a token transfer', () => {
  const paid = decoded({ toAddress: TOKEN, movements: [movement(ALICE, BOB, '25')] });

  it('shows sender and receiver of the token and not the contract', () => {
    expect(viewOf(paid, BOB, nobodyElse)).toMatchObject({
      direction: 'inbound',
      fromAddress: ALICE,
      toAddress: BOB,
      tokenSymbol: 'USDC',
      tokenAmount: '25',
    });
  });

  it('is outbound for a wallet whose tokens another account moved', () => {
    const sweep = decoded({ fromAddress: ROUTER, kind: 'contract_call', movements: [movement(ALICE, BOB, '25')] });
    expect(viewOf(sweep, ALICE, nobodyElse)).toMatchObject({ direction: 'outbound', txType: 'transfer' });
  });

  it('shows a wallet only the movements of this wallet', () => {
    const airdrop = decoded({
      kind: 'contract_call',
      movements: [movement(ALICE, ROUTER, '1'), movement(ALICE, BOB, '2')],
    });
    expect(viewOf(airdrop, BOB, nobodyElse).transfers).toEqual([
      { ...movement(ALICE, BOB, '2'), direction: 'inbound', origin: 'value' },
    ]);
  });
});

describe('the primary transfer', () => {
  it('is the native transfer when the transaction sends value', () => {
    const movements = [ether(ALICE, ROUTER, '0.1'), movement(ROUTER, ALICE, '300')];
    const bought = decoded({ kind: 'contract_call', toAddress: ROUTER, movements });
    expect(viewOf(bought, ALICE, nobodyElse)).toMatchObject({
      direction: 'outbound',
      txType: 'contract_call',
      toAddress: ROUTER,
      tokenSymbol: 'ETH',
      tokenAmount: '0.1',
    });
  });

  it('is the greatest sum of a token when no native value moves and no value is known', () => {
    const other = { asset: 'DAI', tokenAddress: ROUTER };
    const movements = [
      movement(BOB, ALICE, '5'),
      movement(ALICE, BOB, '90', other),
      movement(ALICE, BOB, '9'),
      movement(BOB, ALICE, '9'),
    ];
    expect(viewOf(decoded({ movements }), ALICE, nobodyElse)).toMatchObject({
      direction: 'outbound',
      tokenSymbol: 'DAI',
      tokenAmount: '90',
      fromAddress: ALICE,
      toAddress: BOB,
    });
  });
});

describe('the type of a transaction', () => {
  it('is a mint only for the wallet that receives the minted tokens', () => {
    const minted = decoded({
      kind: 'contract_call',
      toAddress: TOKEN,
      movements: [{ ...movement(ZERO, BOB, '5'), isMint: true }],
    });
    expect(viewOf(minted, BOB, nobodyElse)).toMatchObject({
      direction: 'inbound',
      txType: 'token_mint',
      fromAddress: ZERO,
      toAddress: BOB,
    });
    expect(viewOf(minted, ALICE, nobodyElse)).toMatchObject({
      direction: 'outbound',
      txType: 'contract_call',
      fromAddress: ALICE,
      toAddress: TOKEN,
      transfers: [],
    });
  });

  it('is a mint on a chain without a zero address when the movement is marked as a mint, only for the receiver', () => {
    const minted = decoded({ kind: 'contract_call', movements: [movement(TOKEN, BOB, '5', { isMint: true })] });
    const seen = viewOf(minted, BOB, nobodyElse);
    expect(seen).toMatchObject({ txType: 'token_mint', direction: 'inbound' });
    expect(seen.transfers).toEqual([{ ...movement(TOKEN, BOB, '5'), direction: 'inbound', origin: 'value' }]);
    const sent = decoded({ kind: 'contract_call', movements: [movement(TOKEN, BOB, '5')] });
    expect(viewOf(sent, BOB, nobodyElse).txType).toBe('transfer');
  });

  it('is a deploy even when the constructor mints', () => {
    const deployed = decoded({
      kind: 'contract_deploy',
      toAddress: null,
      movements: [{ ...movement(ZERO, ALICE, '1000'), isMint: true }],
    });
    expect(viewOf(deployed, ALICE, nobodyElse)).toMatchObject({
      txType: 'contract_deploy',
      fromAddress: ALICE,
      toAddress: null,
      tokenAmount: '1000',
    });
  });

  it('is no deploy for whom a stranger pays or names in the transaction of a deploy', () => {
    const deployed = decoded({ kind: 'contract_deploy', toAddress: null, movements: [ether(ALICE, BOB, '1')] });
    const paid = { txType: 'transfer', fromAddress: ALICE, toAddress: BOB, direction: 'inbound' };
    expect(viewOf(deployed, BOB, nobodyElse)).toMatchObject(paid);
    expect(viewOf(deployed, ALICE, nobodyElse)).toMatchObject({ txType: 'contract_deploy', toAddress: null });
    expect(viewOf({ ...deployed, signers: [ALICE, BOB] }, BOB, nobodyElse).txType).toBe('contract_deploy');
    const named = { ...deployed, movements: [], approvals: [{ ...approval, owner: BOB }] };
    expect(viewOf(named, BOB, nobodyElse).txType).toBe('contract_call');
  });

  it('is a call for a called contract wallet that received nothing', () => {
    const called = decoded({ kind: 'contract_call' });
    expect(viewOf(called, BOB, nobodyElse)).toMatchObject({ txType: 'contract_call', direction: 'inbound' });
  });
});

describe('a transaction without a wallet', () => {
  it('has every movement, from the view of its sender', () => {
    const movements = [movement(ALICE, BOB, '1'), movement(ROUTER, BOB, '2')];
    const seen = viewOf(decoded({ movements }), null, nobodyElse);
    expect(seen.transfers.map(({ direction }) => direction)).toEqual(['outbound', 'inbound']);
  });
});

const approval: Approval = {
  standard: 'ERC-20',
  asset: 'USDC',
  tokenAddress: TOKEN,
  tokenId: null,
  owner: ALICE,
  spender: ROUTER,
  amount: '1',
  unlimited: false,
  approved: true,
  expiresAt: null,
};
const change = { kind: 'owner_added', subject: ALICE, before: null, after: BOB } as const;

describe('the approvals and changes of authority of a transaction', () => {
  const permitted = decoded({
    fromAddress: BOB,
    toAddress: TOKEN,
    kind: 'contract_call',
    approvals: [approval, { ...approval, owner: BOB, spender: ZERO }],
    authority: [change, { ...change, subject: TOKEN, holder: BOB }],
  });

  it('are those by or for the wallet, with whether they are by the wallet', () => {
    const seenBy = (wallet: string | null) => viewOf(permitted, wallet, nobodyElse).approvals;
    expect(seenBy(ALICE)).toEqual([{ ...approval, isOwner: true }]);
    expect(seenBy(ROUTER)).toEqual([{ ...approval, isOwner: false }]);
    expect(seenBy(TOKEN)).toEqual([]);
    expect(seenBy(null).map(({ isOwner }) => isOwner)).toEqual([false, true]);
  });

  it('are those over the wallet, or over what the wallet holds', () => {
    const seenBy = (wallet: string) => viewOf(permitted, wallet, nobodyElse).authority;
    expect(seenBy(ALICE)).toEqual([change]);
    expect(seenBy(BOB)).toEqual([{ ...change, subject: TOKEN }]);
    expect(seenBy(ROUTER)).toEqual([]);
  });

  it('touch the wallet also when a stranger sends the transaction', () => {
    expect([ALICE, ROUTER, ZERO].every((address) => isTouched(permitted, address))).toBe(true);
  });
});

describe('the primary transfer of a transaction without a wallet', () => {
  const [stranger, other] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`];
  const called = { kind: 'contract_call', fromAddress: ALICE, toAddress: ROUTER } as const;

  it('is a movement of the sender or of the receiver, however great the movements of bystanders are', () => {
    const movements = [ether(stranger, other, '9'), movement(other, stranger, '500'), movement(BOB, ALICE, '3')];
    expect(viewOf(decoded({ ...called, movements }), null, nobodyElse)).toMatchObject({
      tokenSymbol: 'USDC',
      tokenAmount: '3',
      direction: 'inbound',
      transfers: [{ amount: '9' }, { amount: '500' }, { amount: '3' }],
    });
  });

  it('is the native value of the transaction when only bystanders moved value, also when the value is 0', () => {
    const movements = [ether(stranger, other, '9'), movement(other, stranger, '500')];
    expect(viewOf(decoded({ ...called, movements }), null, nobodyElse)).toMatchObject({
      tokenSymbol: 'ETH',
      tokenAmount: '0',
      direction: 'outbound',
      fromAddress: ALICE,
      toAddress: ROUTER,
    });
  });

  it('is what a payment delivered in all, when the chain states a delivery', () => {
    const parts = [movement(ALICE, stranger, '9'), movement(stranger, BOB, '2'), movement(other, BOB, '3')];
    const paid = decoded({ movements: parts, delivered: movement(ALICE, BOB, '5') });
    const primary = { tokenSymbol: 'USDC', tokenAmount: '5', fromAddress: ALICE, toAddress: BOB };
    expect(viewOf(paid, null, nobodyElse)).toMatchObject(primary);
    // A wallet sees its own movements.
    expect(viewOf(paid, BOB, nobodyElse)).toMatchObject({ tokenAmount: '5', fromAddress: other, transfers: [{}, {}] });
  });
});

describe('rent', () => {
  const rent = { ...ether(ALICE, ROUTER, '0.002'), isRent: true } as const;

  it('is primary only when nothing else moved', () => {
    const paid = decoded({ movements: [rent, movement(ALICE, BOB, '5')] });
    for (const wallet of [ALICE, null]) {
      const { tokenSymbol, tokenAmount, transfers } = viewOf(paid, wallet, nobodyElse);
      expect([tokenSymbol, tokenAmount, transfers.length]).toEqual(['USDC', '5', 2]);
    }
    expect(viewOf(paid, ROUTER, nobodyElse)).toMatchObject({ tokenSymbol: 'ETH', tokenAmount: '0.002' });
  });
});

describe('a signer beside the sender', () => {
  const signed = decoded({ signers: [ALICE, ROUTER], movements: [ether(ALICE, BOB, '1')] });

  it('takes part, and sees a call without a transfer when the signer moved nothing', () => {
    expect(isTouched(signed, ROUTER)).toBe(true);
    expect(viewOf(signed, ROUTER, nobodyElse)).toMatchObject({
      txType: 'contract_call',
      direction: 'inbound',
      fromAddress: ALICE,
      toAddress: BOB,
      tokenAmount: '0',
      transfers: [],
    });
    expect(viewOf(signed, ALICE, nobodyElse).txType).toBe('transfer');
  });
});

describe('isTouched', () => {
  it('is true for the sender, the called contract and both ends of every movement, and for no other address', () => {
    const sweep = decoded({ fromAddress: ROUTER, toAddress: TOKEN, movements: [movement(ALICE, BOB, '1')] });
    expect([ROUTER, TOKEN, ALICE, BOB].every((address) => isTouched(sweep, address))).toBe(true);
    expect(isTouched(sweep, ZERO)).toBe(false);
  });
});

describe('a transaction that failed', () => {
  const change = { kind: 'delegation_set', subject: ALICE, before: null, after: ROUTER } as const;

  it('took effect when a delegation stays, or when a bundle moved value beside an operation that failed', () => {
    const failed = { status: 'failed', fromAddress: BOB, toAddress: ROUTER } as const;
    const seen = (more: Partial<DecodedTransaction>) =>
      tookEffect({ status: 'failed', ...viewOf(decoded({ ...failed, ...more }), ALICE, nobodyElse) });
    expect(seen({ authority: [change] })).toBe(true);
    expect(seen({ movements: [movement(ALICE, BOB, '5')] })).toBe(true);
    expect(seen({})).toBe(false);
  });
});
