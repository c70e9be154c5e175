import { describe, expect, it } from '@jest/globals';
import { viewOf } from '../../../lib/transactions/view.ts';
import {
  ALICE,
  account,
  BOB,
  decode,
  GATE,
  holding,
  issuance,
  line,
  MAKER,
  modified,
  TOKEN,
  transferLines,
  usd,
} from './built.ts';

describe('the fee of an XRP transaction', () => {
  it('is added back to the balance of the delegate that paid the fee', () => {
    const nodes = [account(ALICE, '100', '50'), account(BOB, '0', '50'), account(MAKER, '20', '10')];
    const movements = transferLines({ Destination: BOB, Amount: '50', Delegate: MAKER }, { nodes });
    expect(movements).toEqual([`${ALICE} → ${BOB} 0.00005 XRP`]);
  });

  it('does not hide a gain of the same amount', () => {
    const unchanged = modified('AccountRoot', { Account: ALICE, Balance: '100', Sequence: 2 }, { Sequence: 1 });
    const nodes = [unchanged, account(MAKER, '30', '20'), line(ALICE, '5', '4'), line(MAKER, '0', '1')];
    expect(transferLines({ TransactionType: 'OfferCreate' }, { nodes })).toEqual([
      `${MAKER} → ${ALICE} 0.00001 XRP`,
      `${ALICE} → ${MAKER} 1 USD`,
    ]);
  });

  it('is the only cost of a failed transaction', () => {
    const nodes = [account(ALICE, '100', '90')];
    const failed = decode({ Destination: BOB, Amount: '50' }, { nodes, result: 'tecUNFUNDED_PAYMENT' });
    expect(failed).toMatchObject({ status: 'failed', feeAmount: '0.00001', movements: [] });
    expect(viewOf(failed, ALICE, () => false)).toMatchObject({
      direction: 'outbound',
      tokenAmount: '0',
      toAddress: BOB,
    });
  });
});

describe('an XRP trust line', () => {
  it('moves the currencies of both accounts when the sign of its balance changes', () => {
    const nodes = [line(ALICE, '3', '-4')];
    const { movements } = decode({ TransactionType: 'Ripple' }, { nodes });
    expect(movements).toMatchObject([
      { from: ALICE, to: GATE, amount: '3', tokenAddress: GATE },
      { from: ALICE, to: GATE, amount: '4', tokenAddress: ALICE },
    ]);
  });

  it('moves nothing when only its limit changes', () => {
    const limit = modified(
      'RippleState',
      { Balance: usd('5'), LowLimit: usd('7', ALICE), HighLimit: usd('0') },
      { LowLimit: usd('6', ALICE) },
    );
    expect(transferLines({ TransactionType: 'TrustSet' }, { nodes: [limit] })).toEqual([]);
  });
});

describe('a multi-purpose token of the XRP Ledger', () => {
  const amount = { mpt_issuance_id: TOKEN, value: '8' };

  it('moves from holder to holder, and its transfer fee goes to the issuer', () => {
    const nodes = [
      holding(ALICE, { MPTAmount: '10' }, { MPTAmount: '1' }),
      holding(BOB, { MPTAmount: '1' }, { MPTAmount: '9' }),
      issuance({ OutstandingAmount: '11' }, '10'),
    ];
    const payment = decode({ Destination: BOB, Amount: amount }, { nodes, meta: { delivered_amount: amount } });
    expect(payment.movements).toMatchObject([
      { from: ALICE, to: BOB, amount: '8', asset: TOKEN, tokenAddress: TOKEN, standard: 'MPT' },
      { from: ALICE, to: GATE, amount: '1' },
    ]);
  });

  it('moves to a new holder whose entry states no previous amount', () => {
    const nodes = [holding(ALICE, { MPTAmount: '10' }, { MPTAmount: '2' }), holding(BOB, {}, { MPTAmount: '8' })];
    const movements = [`${ALICE} → ${BOB} 8 ${TOKEN}`];
    expect(transferLines({ Destination: BOB, Amount: amount }, { nodes })).toEqual(movements);
    expect(transferLines({ TransactionType: 'OfferCreate' }, { nodes })).toEqual(movements);
  });

  it('moves to several new holders when the amounts of the holders sum to the issued amount', () => {
    const nodes = [
      holding(ALICE, {}, { MPTAmount: '2' }),
      holding(BOB, {}, { MPTAmount: '8' }),
      issuance({ OutstandingAmount: '5' }, '15'),
    ];
    expect(transferLines({ TransactionType: 'Airdrop' }, { nodes })).toEqual([
      `${GATE} → ${ALICE} 2 ${TOKEN}`,
      `${GATE} → ${BOB} 8 ${TOKEN}`,
    ]);
  });

  it('does not move when another field of a holding changes', () => {
    const nodes = [holding(ALICE, { Flags: 0 }, { MPTAmount: '2', Flags: 1 }), issuance({ Flags: 0 }, '15')];
    expect(transferLines({ TransactionType: 'MPTokenIssuanceSet' }, { nodes })).toEqual([]);
  });
});
