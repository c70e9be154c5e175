import { describe, expect, it } from '@jest/globals';
import { readWalletRows } from '../../../cli/commands/wallet-rows.ts';
import { walletCsvCases } from './wallet-csv-cases.ts';

describe('readWalletRows', () => {
  it('reads quoted cells, several chains, defaults, blank lines and a byte-order mark', () => {
    const rows = readWalletRows(
      '\ufeffLabel,address,chains,type,color\r\n"A, ""B""",0x1, base;ethereum ,,\r\n\r\nC,0x2,xrp\r\n',
    );
    expect(rows).toEqual([
      {
        row: 2,
        label: 'A, "B"',
        cells: ['A, "B"', '0x1', 'base;ethereum', '', '', '', '', ''],
        wallet: {
          label: 'A, "B"',
          address: '0x1',
          chains: ['base', 'ethereum'],
          type: 'hot',
          color: undefined,
          watch: true,
          tags: undefined,
          externalId: undefined,
        },
      },
      expect.objectContaining({
        row: 4,
        label: 'C',
        wallet: expect.objectContaining({ chains: ['xrp'], type: 'hot' }),
      }),
    ]);
  });

  it.each(walletCsvCases)('$title, as in the console', ({ text, expected }) => {
    const read = () =>
      readWalletRows(text).map(({ row, wallet, problem }) => [
        ...[row, wallet?.chains ?? problem],
        ...(wallet?.destinationTag === undefined ? [] : [wallet.destinationTag]),
      ]);
    if (Array.isArray(expected)) expect(read()).toEqual(expected);
    else expect(read).toThrow(expect.objectContaining({ message: expected }));
  });

  it.each([
    ['label,address\nA,0x1\n', 'lacks the column chains'],
    ['label,address,chains,colour\nA,0x1,base,red\n', 'unknown columns: colour'],
    ['', 'lacks the column label, address, chains'],
  ])('refuses the header of %j', (text, message) => {
    expect(() => readWalletRows(text)).toThrow(message);
  });
});
