import { describe, expect, it } from '@jest/globals';
import { filtersIn, filterWords, listQuery } from '../../../../console/pages/transactions/transaction-filters.ts';

const PLACE = { page: 3, pageSize: 25 };

describe('The filters of the transactions in the address', () => {
  it('are those that the API knows, without the state of the page', () => {
    const params = { open: 'id', page: '2', columns: 'hash', q: 'rent', chain: 'anvil', sort: 'blockTimestamp' };
    expect(filtersIn(params)).toEqual({ q: 'rent', chain: 'anvil' });
  });

  it('reach the API as they are, also when their values are wrong', () => {
    expect(listQuery({ chain: 'a&b=c', minValueUsd: 'much' }, PLACE)).toBe(
      'chain=a%26b%3Dc&minValueUsd=much&page=3&pageSize=25',
    );
  });

  it('keep the order of the list', () => {
    expect(listQuery({ sort: 'blockTimestamp' }, PLACE)).toBe('sort=blockTimestamp&page=3&pageSize=25');
  });

  it('name a page or a cursor, never both', () => {
    expect(listQuery({ q: 'rent', cursor: 'abc', page: '3' }, PLACE)).toBe('q=rent&cursor=abc&pageSize=25');
  });

  it('read as words', () => {
    expect(filterWords({ chain: 'anvil', status: 'failed', q: undefined })).toBe('chain anvil, status failed');
    expect(filterWords({})).toBe('');
  });
});
