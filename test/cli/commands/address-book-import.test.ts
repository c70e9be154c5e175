import { describe, expect, it } from '@jest/globals';
import { readEntryRows } from '../../../cli/commands/address-book-import.ts';

describe('A CSV file of the address book', () => {
  it('has a label and an address in each row, and perhaps a note and lists', () => {
    const rows = readEntryRows(
      'Label,address,lists,note\r\n"Kraken, ours",0x1,a; b;a,\r\n\r\nAuditor,r1,,invoices\r\n',
    );
    expect(rows.map(({ row, ...each }) => [row, 'entry' in each && each.entry])).toEqual([
      [2, { label: 'Kraken, ours', address: '0x1', note: '', lists: ['a', 'b'] }],
      [4, { label: 'Auditor', address: 'r1', note: 'invoices', lists: [] }],
    ]);
  });

  it('may repeat no address, and EVM addresses in no case', () => {
    const rows = readEntryRows('label,address\nA,0xAB\nB,0xab\nC,rX\nD,rx\n');
    expect(rows.map(({ problem }) => problem)).toEqual([
      undefined,
      'has the same address as row 2',
      undefined,
      undefined,
    ]);
  });

  it('may be the file of rows that failed', () => {
    expect(readEntryRows('label,address,problem\nA,0x1,was wrong\n')).toMatchObject([
      { label: 'A', cells: ['A', '0x1', '', ''] },
    ]);
  });

  it.each([
    ['label\nA', 'The CSV lacks the column address.'],
    ['label,address,family\nA,0x1,evm', 'The CSV has unknown columns: family.'],
  ])('that begins with %j is refused', (text, message) => {
    expect(() => readEntryRows(text)).toThrow(message);
  });
});
