import { describe, expect, it } from '@jest/globals';
import { listQuery } from '../../../../console/live/list-query.ts';
import { filtersIn, filterWords, LIST_PARAMS } from '../../../../console/pages/transactions/transaction-filters.ts';

describe('The filters of the transactions in the address', () => {
  it('are those that the API knows, without the state of the page', () => {
    const filters = { q: 'rent', chain: 'anvil', valueStatus: 'pending' };
    const params = { open: 'id', page: '2', columns: 'hash', ...filters, sort: 'blockTimestamp' };
    expect(filtersIn(params)).toEqual(filters);
  });

  it('reach the list with its order and its cursor', () => {
    const params = { minValueUsd: 'much', sort: 'blockTimestamp', cursor: 'abc', open: 'id' };
    expect(listQuery(LIST_PARAMS, params, { page: 3, pageSize: 25 })).toBe(
      'minValueUsd=much&sort=blockTimestamp&cursor=abc&pageSize=25',
    );
  });

  it('read as words', () => {
    expect(filterWords({ chain: 'anvil', status: 'failed', q: undefined })).toBe('chain anvil, status failed');
    expect(filterWords({})).toBe('');
  });
});
