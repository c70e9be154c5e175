import { describe, expect, it } from '@jest/globals';
import { nameIn } from '../../../../console/pages/transactions/csv-name.ts';

describe('The name of a saved file', () => {
  it('is that of the header', () => {
    expect(nameIn('attachment; filename="transactions-prod-2026-01-31.csv"')).toBe('transactions-prod-2026-01-31.csv');
  });

  it('is a plain name without a header, or when the header names a path', () => {
    expect(nameIn(null)).toBe('transactions.csv');
    expect(nameIn('attachment; filename="../x.csv"')).toBe('transactions.csv');
  });
});
