import { describe, expect, it } from '@jest/globals';
import { pastedId } from '../../../../console/pages/rules/transaction-choice.ts';

describe('The search for a transaction', () => {
  it('knows an id from words and hashes', () => {
    expect(pastedId('68479FE2-06a4-5c46-b152-b539b3a10851')).toBe('68479fe2-06a4-5c46-b152-b539b3a10851');
    expect(pastedId('0x68479fe206a45c46b152b539b3a10851')).toBeUndefined();
    expect(pastedId('Treasury')).toBeUndefined();
  });
});
