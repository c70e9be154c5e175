import { describe, expect, it } from '@jest/globals';
import { viewOf } from '../../../lib/transactions/view.ts';
import { ALICE, account, BOB, decode, GATE, line, MAKER, modified, PARTIAL, usd } from './built.ts';

const primaryOf = (...given: Parameters<typeof decode>) => viewOf(decode(...given), null, () => false);
const usdTo = (to: string, value: string, more: object = {}) => ({ Destination: to, Amount: usd(value), ...more });

describe('an XRP payment without a wallet', () => {
  it('shows what arrived, and not the XRP that a market maker got for it', () => {
    const nodes = [
      account(ALICE, '1000', '490'),
      account(MAKER, '1000', '1500'),
      line(MAKER, '10', '5'),
      line(BOB, '0', '5'),
    ];
    expect(primaryOf(usdTo(BOB, '5', { SendMax: '500' }), { nodes })).toMatchObject({
      fromAddress: ALICE,
      toAddress: BOB,
      tokenSymbol: 'USD',
      tokenAmount: '5',
      direction: 'outbound',
    });
  });

  // Scenario: BOB takes the currency of any issuer, and the paths of the payment deliver the currencies of two issuers.
  it('shows the whole amount that its paths delivered, and not one part', () => {
    const other = 'rMwjYedjc7qqtKYVLiAccJSmCwih4LnE2q';
    const held = (holder: string, issuer: string, before: string, after: string) =>
      modified(
        'RippleState',
        { Balance: usd(after), LowLimit: usd('100', holder), HighLimit: usd('0', issuer) },
        { Balance: usd(before) },
      );
    const nodes = [
      account(ALICE, '20', '10'),
      held(ALICE, GATE, '9', '6'),
      held(ALICE, other, '9', '7'),
      held(BOB, GATE, '0', '3'),
      held(BOB, other, '0', '2'),
    ];
    const payment = { Destination: BOB, Amount: usd('5', BOB) };
    expect(decode(payment, { nodes }).movements.map(({ amount }) => amount)).toEqual(['3', '2']);
    expect(primaryOf(payment, { nodes })).toMatchObject({ toAddress: BOB, tokenSymbol: 'USD', tokenAmount: '5' });
  });

  it('shows the delivered amount of a payment to oneself through an order book', () => {
    const nodes = [
      account(ALICE, '1000', '490'),
      account(MAKER, '1000', '1500'),
      line(MAKER, '10', '5'),
      line(ALICE, '0', '5'),
    ];
    const meta = { delivered_amount: usd('5') };
    expect(primaryOf(usdTo(ALICE, '9', { Flags: PARTIAL, SendMax: '500' }), { nodes, meta })).toMatchObject({
      fromAddress: ALICE,
      toAddress: ALICE,
      tokenSymbol: 'USD',
      tokenAmount: '5',
      transfers: [
        { from: ALICE, to: MAKER, asset: 'XRP', amount: '0.0005' },
        { from: ALICE, to: ALICE, asset: 'USD', amount: '5' },
        { from: MAKER, to: ALICE, asset: 'USD', amount: '5' },
      ],
    });
  });

  it('states no delivery when the delivery is the only movement', () => {
    const nodes = [account(ALICE, '1000', '490'), account(BOB, '0', '500')];
    const paid = decode({ Destination: BOB, Amount: '500' }, { nodes });
    expect(paid.delivered).toBeUndefined();
    expect(viewOf(paid, null, () => false)).toMatchObject({ tokenSymbol: 'XRP', tokenAmount: '0.0005' });
  });
});

describe('an XRP trade without a wallet', () => {
  it('shows a movement of the trader, and not a greater movement between market makers', () => {
    const nodes = [
      account(ALICE, '1000', '890'),
      account(BOB, '1000', '1100'),
      line(ALICE, '0', '1'),
      line(MAKER, '10', '9'),
      line('r4L6ZLHkTytPqDR81H1ysCr6qGv9oJJAKi', '50', '90'),
      line('rMwjYedjc7qqtKYVLiAccJSmCwih4LnE2q', '50', '10'),
    ];
    expect(primaryOf({ TransactionType: 'OfferCreate' }, { nodes })).toMatchObject({
      tokenSymbol: 'XRP',
      tokenAmount: '0.0001',
      direction: 'outbound',
    });
  });
});
