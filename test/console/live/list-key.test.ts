import { describe, expect, it } from '@jest/globals';
import { areOfOneList, beginsWithNewest } from '../../../console/live/list-key.ts';

describe('areOfOneList', () => {
  it('is true for two pages of a list', () => {
    expect(areOfOneList(['events', 'status=open&page=1'], ['events', 'status=open&page=2'])).toBe(true);
    expect(areOfOneList(['keys', { page: 1, pageSize: 25 }], ['keys', { page: 3, pageSize: 25 }])).toBe(true);
  });

  it('is false for another filter, order, size or list', () => {
    const key = ['events', 'status=open&page=1&pageSize=25'];
    for (const query of [
      'status=resolved&page=1&pageSize=25',
      'status=open&page=1&pageSize=50',
      'page=1&pageSize=25',
    ]) {
      expect(areOfOneList(key, ['events', query])).toBe(false);
    }
    expect(areOfOneList(key, ['events', 'status=open&sort=firedAt&page=1&pageSize=25'])).toBe(false);
    expect(areOfOneList(key, ['deliveries', 'status=open&page=1&pageSize=25'])).toBe(false);
  });
});

describe('beginsWithNewest', () => {
  it('is true for the first page in the order of the API', () => {
    expect(beginsWithNewest(['events', 'status=open&page=1&pageSize=25'])).toBe(true);
    expect(beginsWithNewest(['events', 'sort=-firedAt&page=1'])).toBe(true);
    expect(beginsWithNewest(['keys', { page: 1, pageSize: 25 }])).toBe(true);
  });

  it('is false for another page, for the oldest first, and for a search that goes on', () => {
    for (const query of ['page=2', 'sort=firedAt&page=1', 'cursor=abc']) {
      expect(beginsWithNewest(['events', query])).toBe(false);
    }
  });
});
