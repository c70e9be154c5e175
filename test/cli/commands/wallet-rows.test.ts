import { describe, expect, it } from '@jest/globals';
import { readWalletRows } from '../../../cli/commands/wallet-rows.ts';

describe('readWalletRows', () => {
  it('reads quoted cells, several chains, defaults, blank lines and a byte-order mark', () => {
    const rows = readWalletRows(
      '\ufeffLabel,address,chains,type,color\r\n"A, ""B""",0x1, base;ethereum ,,\r\n\r\nC,0x2,xrp\r\n',
    );
    expect(rows).toEqual([
      {
        row: 1,
        label: 'A, "B"',
        body: {
          label: 'A, "B"',
          address: '0x1',
          chains: ['base', 'ethereum'],
          type: 'hot',
          color: undefined,
          watch: true,
        },
      },
      expect.objectContaining({ row: 2, label: 'C', body: expect.objectContaining({ chains: ['xrp'], type: 'hot' }) }),
    ]);
  });

  it('names the problem of a row with too many cells, and reads the rows behind it', () => {
    const [bad, good] = readWalletRows('label,address,chains\nA,0x1,base,hot\nB,0x2,base\n');
    expect([bad?.problem, good?.body?.label]).toEqual([expect.stringContaining('Too many fields'), 'B']);
  });

  it.each([
    ['label,address\nA,0x1\n', 'lacks the column chains'],
    ['label,address,chains,colour\nA,0x1,base,red\n', 'unknown columns: colour'],
    ['', 'lacks the column label, address, chains'],
  ])('refuses the header of %j', (text, message) => {
    expect(() => readWalletRows(text)).toThrow(message);
  });
});
