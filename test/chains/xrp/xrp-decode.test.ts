import { describe, expect, it } from '@jest/globals';
import { viewOf } from '../../../lib/transactions/view.ts';
import { ALICE, account, BOB, decode, hash, ledger, line, MAKER, PARTIAL, transferLines, usd } from './built.ts';

describe('a payment of XRP', () => {
  const nodes = [account(ALICE, '1000000', '499990'), account(BOB, '0', '500000')];
  const payment = decode({ Destination: BOB, Amount: '500000' }, { nodes, meta: { delivered_amount: '500000' } });

  it('moves the delivered amount from the sender to the destination, without the fee', () => {
    expect(payment).toEqual({
      chain: 'xrp',
      hash,
      blockNumber: 7,
      blockTimestamp: ledger.timestamp,
      status: 'success',
      fromAddress: ALICE,
      toAddress: BOB,
      kind: 'transfer',
      methodName: null,
      methodSelector: null,
      gasPriceGwei: null,
      feeAmount: '0.00001',
      movements: [
        { asset: 'XRP', tokenAddress: null, tokenId: null, standard: 'native', from: ALICE, to: BOB, amount: '0.5' },
      ],
      accountTags: [],
    });
  });

  it('is outbound for the sender and inbound for the destination', () => {
    const views = [ALICE, BOB].map((wallet) => viewOf(payment, wallet, () => false));
    expect(views).toMatchObject([
      { direction: 'outbound', txType: 'transfer', tokenAmount: '0.5' },
      { direction: 'inbound', txType: 'transfer', tokenAmount: '0.5' },
    ]);
  });

  it('moves XRP to the account that it creates', () => {
    const created = { CreatedNode: { LedgerEntryType: 'AccountRoot', NewFields: { Account: BOB, Balance: '500000' } } };
    const opening = { nodes: [account(ALICE, '1000000', '499990'), created] };
    expect(transferLines({ Destination: BOB, Amount: '500000' }, opening)).toEqual([`${ALICE} → ${BOB} 0.5 XRP`]);
  });
});

describe('the amount of an XRP Ledger payment', () => {
  const nodes = [line(ALICE, '100', '99'), line(BOB, '0', '1')];
  const partial = { Destination: BOB, Amount: usd('1000000'), Flags: PARTIAL };

  it('is the delivered amount and not the requested amount for a partial payment', () => {
    expect(transferLines(partial, { nodes, meta: { delivered_amount: usd('1') } })).toEqual([
      `${ALICE} → ${BOB} 1 USD`,
    ]);
    expect(transferLines(partial, { nodes, meta: { DeliveredAmount: usd('1') } })).toEqual([`${ALICE} → ${BOB} 1 USD`]);
  });

  it('comes from the balances when no field states the delivered amount', () => {
    expect(transferLines(partial, { nodes, meta: { delivered_amount: 'unavailable' } })).toEqual([
      `${ALICE} → ${BOB} 1 USD`,
    ]);
    expect(transferLines(partial, { nodes })).toEqual([`${ALICE} → ${BOB} 1 USD`]);
  });

  it('is the requested amount when the payment could not deliver less', () => {
    const nodes = [line(ALICE, '100', '95'), line(BOB, '0', '5')];
    expect(transferLines({ Destination: BOB, Amount: usd('5') }, { nodes })).toEqual([`${ALICE} → ${BOB} 5 USD`]);
    expect(transferLines({ Destination: BOB, DeliverMax: usd('5') }, { nodes })).toEqual([`${ALICE} → ${BOB} 5 USD`]);
  });
});

describe('an XRP Ledger payment that costs one asset and delivers another asset', () => {
  const nodes = [
    account(ALICE, '1000000', '899990'),
    account(MAKER, '0', '100000'),
    line(MAKER, '50', '45'),
    line(BOB, '0', '5'),
  ];
  const payment = decode({ Destination: BOB, Amount: usd('5') }, { nodes, meta: { delivered_amount: usd('5') } });

  it('shows its sender the destination and the cost', () => {
    expect(viewOf(payment, ALICE, () => false)).toMatchObject({
      direction: 'outbound',
      fromAddress: ALICE,
      toAddress: BOB,
      tokenSymbol: 'XRP',
      tokenAmount: '0.1',
    });
  });

  it('shows its destination the sender and the delivered amount', () => {
    expect(viewOf(payment, BOB, () => false)).toMatchObject({
      direction: 'inbound',
      txType: 'transfer',
      fromAddress: ALICE,
      toAddress: BOB,
      tokenSymbol: 'USD',
      tokenAmount: '5',
    });
  });

  it('is a trade with the sender for the account that exchanged the assets', () => {
    const { direction, fromAddress, toAddress, transfers } = viewOf(payment, MAKER, () => false);
    expect({ direction, fromAddress, toAddress }).toEqual({
      direction: 'inbound',
      fromAddress: ALICE,
      toAddress: MAKER,
    });
    expect(transfers.map(({ asset, direction }) => [asset, direction])).toEqual([
      ['XRP', 'inbound'],
      ['USD', 'outbound'],
    ]);
  });

  it('is a purchase, and a payment to oneself, when the sender is also the destination', () => {
    const nodes = [
      account(ALICE, '1000000', '899990'),
      account(MAKER, '0', '100000'),
      line(MAKER, '50', '45'),
      line(ALICE, '0', '5'),
    ];
    expect(transferLines({ Destination: ALICE, Amount: usd('5') }, { nodes })).toEqual([
      `${ALICE} → ${MAKER} 0.1 XRP`,
      `${ALICE} → ${ALICE} 5 USD`,
      `${MAKER} → ${ALICE} 5 USD`,
    ]);
  });
});

describe('an XRP payment to oneself', () => {
  const nodes = [
    account(ALICE, '1000000', '899990'),
    account(MAKER, '0', '100000'),
    line(MAKER, '50', '45'),
    line(ALICE, '0', '5'),
  ];
  const converted = decode({ Destination: ALICE, Amount: usd('5') }, { nodes });

  it('is told as what the account paid itself, and internal', () => {
    expect(viewOf(converted, ALICE, () => false)).toMatchObject({
      direction: 'internal',
      fromAddress: ALICE,
      toAddress: ALICE,
      tokenSymbol: 'USD',
      tokenAmount: '5',
    });
  });

  it('is a sale for the account that sold the asset', () => {
    expect(viewOf(converted, MAKER, () => false)).toMatchObject({
      direction: 'inbound',
      fromAddress: ALICE,
      toAddress: MAKER,
      tokenSymbol: 'XRP',
      tokenAmount: '0.1',
    });
  });

  it('keeps every transfer, which sum to the changes of the balances', () => {
    const { transfers } = viewOf(converted, ALICE, () => false);
    expect(transfers.map(({ asset, direction }) => [asset, direction])).toEqual([
      ['XRP', 'outbound'],
      ['USD', 'internal'],
      ['USD', 'inbound'],
    ]);
  });
});

describe('a transaction of the XRP Ledger that is not a payment', () => {
  it('has its type as the name of its method', () => {
    expect(decode({ TransactionType: 'OfferCreate' })).toMatchObject({
      kind: 'contract_call',
      methodName: 'OfferCreate',
    });
    expect(decode({ TransactionType: 'CheckCash' })).toMatchObject({ kind: 'transfer', methodName: 'CheckCash' });
  });

  it('has the movements that the balances show when its type is unknown', () => {
    const nodes = [account(ALICE, '100', '40'), account(BOB, '0', '50')];
    expect(
      transferLines({ TransactionType: 'Teleport', Amount: { of: 'another kind' }, Destination: BOB }, { nodes }),
    ).toEqual([`${ALICE} → ${BOB} 0.00005 XRP`]);
  });
});

const sameAccount = (count: number) => Array.from({ length: count }, () => account(ALICE, '100', '90'));

describe('an XRP transaction that violates the protocol', () => {
  it.each([
    ['a fee that is not an amount', { Fee: 'much' }, {}],
    ['no account', { Account: undefined }, {}],
    ['a balance that is not an amount', {}, { nodes: [account(ALICE, '1', 'much')] }],
    ['an amount smaller than the ledger can hold', {}, { nodes: [line(ALICE, '1', '1.5e-96')] }],
    ['no list of entries', {}, { meta: { AffectedNodes: 'none' } }],
    ['more entries than the ledger lets a transaction change', {}, { nodes: sameAccount(5_201) }],
  ])('makes the decoder throw when it has %s', (_what, fields, given) => {
    expect(() => decode(fields, given)).toThrow();
  });

  it('is read with as many entries as the ledger lets a transaction change', () => {
    expect(() => decode({}, { nodes: sameAccount(5_200) })).not.toThrow();
  });
});
