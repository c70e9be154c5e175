import { describe, expect, it } from '@jest/globals';
import { primaryOf, shownOf } from '../../lib/transactions/primary-transfer.ts';

const sol = (amount: string) => ({ standard: 'native', tokenAddress: null, asset: 'SOL', amount });
const token = (asset: string, amount: string) => ({ standard: 'SPL', tokenAddress: asset, asset, amount });

describe('primaryOf', () => {
  it.each([
    ['the greatest native transfer', [token('A', '9'), sol('1'), sol('2')], sol('2')],
    ['the greatest transfer of the first asset', [token('A', '1'), token('B', '9'), token('A', '2')], token('A', '2')],
  ])('is %s', (_what, transfers, primary) => {
    expect(primaryOf(transfers)).toEqual(primary);
  });
});

describe('shownOf', () => {
  const transfers = [sol('0.002'), token('A', '5'), token('A', '7')];

  it('is the transfer with the symbol and the amount of the record', () => {
    expect(shownOf({ tokenSymbol: 'A', tokenAmount: '5' }, transfers)).toEqual(token('A', '5'));
  });

  it('is the primary transfer when no transfer has the symbol and the amount', () => {
    expect(shownOf({ tokenSymbol: 'B', tokenAmount: '5' }, transfers)).toEqual(sol('0.002'));
    expect(shownOf({ tokenSymbol: 'B', tokenAmount: '5' }, [])).toBeUndefined();
  });
});
