import { describe, expect, it } from '@jest/globals';
import {
  countText,
  joinedInternal,
  paymentsOf,
  type Transfer,
} from '../../../../console/pages/transactions/payments.ts';

const transfer = (from: string, to: string, more: Partial<Transfer> = {}): Transfer => ({
  ...{ asset: 'ETH', tokenId: null, from, to, amount: '1', valueUsd: null, direction: 'outbound', ...more },
});
const shown = (transfers: readonly Transfer[]) =>
  paymentsOf(transfers).map(({ own, others, gave, got }) => [own, others, gave.length, got.length]);

describe('The picture of a transaction', () => {
  it('has a row for each end that the wallet paid', () => {
    const transfers = [transfer('us', 'a'), transfer('us', 'b'), transfer('us', 'a', { asset: 'USDC' })];
    expect(shown(transfers)).toEqual([
      ['us', ['a'], 2, 0],
      ['us', ['b'], 1, 0],
    ]);
  });

  it('shows the wallet that received on its own side', () => {
    expect(shown([transfer('a', 'us', { direction: 'inbound' })])).toEqual([['us', ['a'], 0, 1]]);
  });

  it('shows a swap over several pools as one exchange', () => {
    const transfers = [
      transfer('us', 'pool1', { asset: 'USDC' }),
      transfer('pool2', 'us', { direction: 'inbound' }),
      transfer('us', 'pool1', { asset: 'USDC' }),
    ];
    expect(shown(transfers)).toEqual([['us', ['pool1', 'pool2'], 2, 1]]);
  });

  it('keeps a payment between own wallets out of an exchange', () => {
    const transfers = [
      transfer('us', 'pool'),
      transfer('pool', 'us', { direction: 'inbound' }),
      transfer('us', 'ours', { direction: 'internal' }),
    ];
    expect(shown(transfers)).toEqual([
      ['us', ['pool'], 1, 1],
      ['us', ['ours'], 1, 0],
    ]);
  });

  it('leaves out transfers of nothing', () => {
    expect(shown([transfer('us', 'a', { amount: '0.00' })])).toEqual([]);
  });
});

describe('The rows of the transactions', () => {
  const record = (id: string, walletId: string, transfers: readonly Transfer[], more: object = {}) => ({
    ...{ id, walletId, transfers, hash: '0x1', chain: 'ethereum', direction: 'internal' as const },
    ...{ reorged: false, approvals: [], authority: [] },
    ...more,
  });
  const internal = transfer('us', 'ours', { direction: 'internal' });
  const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

  it('show a payment between own wallets once, and name the other record', () => {
    const { rows, others } = joinedInternal([record('1', 'w1', [internal]), record('2', 'w2', [internal])]);
    expect(ids(rows)).toEqual(['1']);
    expect(ids(others.get('1') ?? [])).toEqual(['2']);
  });

  it('show the record of the payer, in the place of the first record', () => {
    const listed = [record('1', 'w1', [internal]), record('3', 'w3', []), record('2', 'w2', [internal])];
    const { rows, others } = joinedInternal(listed, (address) => (address === 'us' ? 'w2' : undefined));
    expect(ids(rows)).toEqual(['2', '3']);
    expect(ids(others.get('2') ?? [])).toEqual(['1']);
  });

  it.each([
    ['another hash', { hash: '0x2' }],
    ['another chain', { chain: 'base' }],
    ['a replaced block', { reorged: true }],
    ['other transfers', { transfers: [transfer('us', 'ours', { direction: 'internal', amount: '2' })] }],
    ['a transfer from outside', { transfers: [internal, transfer('a', 'ours', { direction: 'inbound' })] }],
    ['an approval', { approvals: [{}] }],
    ['no transfer', { transfers: [] }],
    ['another direction', { direction: 'outbound' }],
  ])('keep a record with %s', (_, more) => {
    const { rows } = joinedInternal([record('1', 'w1', [internal]), record('2', 'w2', [internal], more)]);
    expect(ids(rows)).toEqual(['1', '2']);
  });
});

describe('The header of the list of transactions', () => {
  it('says in how many rows it shows the records of the page, unless each record has a row', () => {
    expect(countText({ total: 25, records: 25, rows: 16 })).toBe('(25 records in 16 rows)');
    expect(countText({ total: 1287, records: 25, rows: 16 })).toBe('(1,287 records, on this page 25 in 16 rows)');
    expect(countText({ total: 1287, records: 25, rows: 25 })).toBeUndefined();
  });
});
