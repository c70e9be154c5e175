import { describe, expect, it } from '@jest/globals';
import { ACCOUNT_ZERO } from '../../../lib/chains/xrp/asset.ts';
import { touchedBy, viewOf } from '../../../lib/transactions/view.ts';
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
  type Node,
  TOKEN,
  transferLines,
  usd,
} from './built.ts';

const escrow = (fields: Node = {}) => ({ Account: ALICE, Destination: BOB, Amount: '50', ...fields });
const created = (fields: Node = {}) => ({ CreatedNode: { LedgerEntryType: 'Escrow', NewFields: escrow(fields) } });
const ended = (fields: Node = {}) => ({ DeletedNode: { LedgerEntryType: 'Escrow', FinalFields: escrow(fields) } });
const channel = (before: Node, fields: Node = {}) =>
  modified('PayChannel', { ...escrow({ Amount: '900', Balance: '500' }), ...fields }, before);
const seen = (transaction: ReturnType<typeof decode>, wallet: string) => {
  const { direction, fromAddress, toAddress, tokenAmount, transfers } = viewOf(transaction, wallet, () => false);
  const ends = transfers.map(({ from, to, amount }) => ({ from, to, amount }));
  return { direction, fromAddress, toAddress, tokenAmount, transfers: ends };
};

describe('an escrow of XRP', () => {
  const made = decode(
    { TransactionType: 'EscrowCreate', Destination: BOB },
    { nodes: [account(ALICE, '100', '40'), created()] },
  );
  const finish = { TransactionType: 'EscrowFinish', Owner: ALICE };
  const finished = decode(
    { ...finish, Account: MAKER },
    { nodes: [account(BOB, '0', '50'), account(MAKER, '20', '10'), ended()] },
  );

  it('takes its amount from the owner at once, for the receiver, who has nothing yet', () => {
    expect(seen(made, ALICE)).toEqual({
      direction: 'outbound',
      fromAddress: ALICE,
      toAddress: BOB,
      tokenAmount: '0.00005',
      transfers: [{ from: ALICE, to: BOB, amount: '0.00005' }],
    });
    expect(seen(made, BOB)).toMatchObject({ tokenAmount: '0', transfers: [] });
    expect(made.deviations).toBeUndefined();
  });

  it('pays the receiver from its owner, whoever finishes it', () => {
    expect(seen(finished, BOB)).toEqual({
      direction: 'inbound',
      fromAddress: ALICE,
      toAddress: BOB,
      tokenAmount: '0.00005',
      transfers: [{ from: ALICE, to: BOB, amount: '0.00005' }],
    });
    expect(seen(finished, MAKER)).toMatchObject({ tokenAmount: '0', transfers: [] });
    expect(finished.deviations).toBeUndefined();
  });

  it('does not touch its owner when another account finishes it, because the balance of the owner stays', () => {
    expect(touchedBy(finished)).not.toContain(ALICE);
    const own = decode(finish, { nodes: [account(BOB, '0', '50'), account(ALICE, '20', '10'), ended()] });
    expect(seen(own, ALICE)).toMatchObject({ transfers: [] });
    expect(own.deviations).toBeUndefined();
  });

  it('is internal when both ends are wallets of the organisation', () => {
    expect(viewOf(finished, BOB, (address) => address === ALICE).direction).toBe('internal');
  });

  it('comes back from the ledger when it is cancelled, or when the owner is the receiver', () => {
    const back = [`${ACCOUNT_ZERO} → ${ALICE} 0.00005 XRP`];
    const nodes = [account(ALICE, '20', '60')];
    expect(transferLines({ TransactionType: 'EscrowCancel' }, { nodes: [...nodes, ended()] })).toEqual(back);
    expect(transferLines(finish, { nodes: [...nodes, ended({ Destination: ALICE })] })).toEqual(back);
    const toOneself = [account(ALICE, '100', '40'), created({ Destination: ALICE })];
    expect(transferLines({ TransactionType: 'EscrowCreate', Destination: ALICE }, { nodes: toOneself })).toEqual([
      `${ALICE} → ${ACCOUNT_ZERO} 0.00005 XRP`,
    ]);
  });

  it('is internal and from the owner to itself in the record when it comes back', () => {
    const cancelled = decode({ TransactionType: 'EscrowCancel' }, { nodes: [account(ALICE, '20', '60'), ended()] });
    expect(seen(cancelled, ALICE)).toEqual({
      direction: 'internal',
      fromAddress: ALICE,
      toAddress: ALICE,
      tokenAmount: '0.00005',
      transfers: [{ from: ACCOUNT_ZERO, to: ALICE, amount: '0.00005' }],
    });
    expect(cancelled.deviations).toBeUndefined();
  });
});

describe('a payment channel', () => {
  it('pays the receiver from its owner, and returns the rest to the owner', () => {
    const claim = { TransactionType: 'PaymentChannelClaim' };
    const closed = { DeletedNode: { LedgerEntryType: 'PayChannel', FinalFields: escrow({ Amount: '900' }) } };
    const nodes = [account(BOB, '0', '50'), account(ALICE, '20', '30'), closed];
    expect(transferLines(claim, { nodes }).toSorted()).toEqual(
      [`${ACCOUNT_ZERO} → ${ALICE} 0.00002 XRP`, `${ALICE} → ${BOB} 0.00005 XRP`].toSorted(),
    );
  });

  it('takes what its owner adds, for the receiver', () => {
    const nodes = [account(ALICE, '100', '40'), channel({ Amount: '850' })];
    const funded = decode({ TransactionType: 'PaymentChannelFund' }, { nodes });
    expect(seen(funded, ALICE)).toMatchObject({ transfers: [{ from: ALICE, to: BOB }] });
    expect(touchedBy(funded)).not.toContain(BOB);
  });

  it('is told as the ledger when no escrow or channel explains a change', () => {
    const nodes = [account(BOB, '0', '50'), channel({ Balance: '450' }, { Destination: MAKER })];
    expect(transferLines({ TransactionType: 'PaymentChannelClaim' }, { nodes })).toEqual([
      `${ACCOUNT_ZERO} → ${BOB} 0.00005 XRP`,
    ]);
  });
});

describe('an escrow of a token', () => {
  it('shows the owner and the receiver each other, and the issuer its debt', () => {
    const locked = decode(
      { TransactionType: 'EscrowCreate', Destination: BOB },
      { nodes: [line(ALICE, '9', '4'), created({ Amount: usd('5') })] },
    );
    expect(seen(locked, ALICE).transfers).toEqual([{ from: ALICE, to: BOB, amount: '5' }]);
    expect(seen(locked, GATE).transfers).toEqual([{ from: ALICE, to: GATE, amount: '5' }]);
    const paid = decode(
      { TransactionType: 'EscrowFinish' },
      { nodes: [line(BOB, '0', '5'), ended({ Amount: usd('5') })] },
    );
    expect(seen(paid, BOB).transfers).toEqual([{ from: ALICE, to: BOB, amount: '5' }]);
    expect(seen(paid, GATE).transfers).toEqual([{ from: GATE, to: BOB, amount: '5' }]);
    expect([locked.deviations, paid.deviations]).toEqual([undefined, undefined]);
  });

  it('leaves the issuer of a multi-purpose token out, whose debt stays', () => {
    const amount = { mpt_issuance_id: TOKEN, value: '5' };
    const nodes = [
      holding(ALICE, { MPTAmount: '9' }, { MPTAmount: '4' }),
      issuance({}, '9'),
      created({ Amount: amount }),
    ];
    const locked = decode({ TransactionType: 'EscrowCreate', Destination: BOB }, { nodes });
    expect(locked.movements).toMatchObject([{ from: ALICE, to: BOB, amount: '5', seenBy: 'sender' }]);
  });
});
