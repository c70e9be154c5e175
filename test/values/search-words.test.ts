import { describe, expect, it } from '@jest/globals';
import { searchIn, searchText } from '../../lib/values/search-words.ts';

/** Whether a search finds an entry whose second field is what a search compares. */
const finds = (q: string) => searchIn(1)(q)(['yes', searchText('0xAbCd12', 'Cold vault, vault 7')]);

describe('A search of an entry with an address and a label', () => {
  it('finds the beginning of the address, in any case and without its 0x', () => {
    expect(['0xabc', 'ABCD12', ' 0xab '].map(finds)).toEqual([true, true, true]);
    expect(['cd12', '0x'].map(finds)).toEqual([false, false]);
  });

  it('finds words that begin with each word of the search', () => {
    expect(['vault', 'VAU co', '7'].map(finds)).toEqual([true, true, true]);
    expect(['ault', 'vault hot', ''].map(finds)).toEqual([false, false, false]);
  });

  it('finds nothing in an entry without the field', () => {
    expect(searchIn(1)('cold')(['yes'])).toBe(false);
  });
});
