import { expect } from '@jest/globals';

/** A CSV file of wallets, and what both readers make of it: the command line and the console. */
interface WalletCsvCase {
  readonly title: string;
  readonly text: string;
  /**
   * Each row: its number, its chains or its first problem, and its destination tag. For a refused file: a matcher of
   * the reason.
   */
  readonly expected: unknown;
}

const [A, B] = ['0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65', '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc'];

export const walletCsvCases: readonly WalletCsvCase[] = [
  {
    title: 'counts rows as a spreadsheet does',
    text: `label,address,chains\nA,${A},base\n\n,,\nB,${B},base`,
    expected: [
      [2, ['base']],
      [5, ['base']],
    ],
  },
  {
    title: 'takes spaces, semicolons, commas and vertical bars between chains, in any case, and each chain once',
    text: `label,address,chains\nA,${A},Base ETHEREUM\nB,${B},"base; ethereum"\nC,0x1,"base,ethereum"\nD,0x2,base|base`,
    expected: [
      [2, ['base', 'ethereum']],
      [3, ['base', 'ethereum']],
      [4, ['base', 'ethereum']],
      [5, ['base']],
    ],
  },
  {
    title: 'names the row with a wrong quotation mark, which takes the rows behind it, also after an empty row',
    text: `label,address,chains\nA,${A},base\n\n"B"x,${B},base\nC,0x1,base`,
    expected: [
      [2, ['base']],
      [4, 'has a quotation mark that does not end'],
    ],
  },
  {
    title: 'names a row with too many cells, and no row that lacks optional cells',
    text: `label,address,chains,type,color\nA,${A},base,hot,,,\nB,${B},base`,
    expected: [
      [2, 'has more cells than the first row'],
      [3, ['base']],
    ],
  },
  {
    title: 'names a row that repeats an address on a chain',
    text: `label,address,chains\nA,${A},base\nB,${A.toLowerCase()},ethereum base\nC,${A},ethereum`,
    expected: [
      [2, ['base']],
      [3, 'has the same address and chain as row 2'],
      [4, ['ethereum']],
    ],
  },
  {
    title: 'reads destination tags, of which 0 is one, and takes another tag for another wallet',
    text: `label,address,chains,DestinationTag\nA,r1,xrp,0\nB,r1,xrp,7\nC,r1,xrp,\nD,r1,xrp,7\nE,r1,xrp,4294967295`,
    expected: [
      [2, ['xrp'], 0],
      [3, ['xrp'], 7],
      [4, ['xrp']],
      [5, 'has the same address and chain as row 3'],
      [6, ['xrp'], 4_294_967_295],
    ],
  },
  {
    title: 'names a row whose destination tag is none',
    text: 'label,address,chains,destinationTag\nA,r1,xrp,4294967296\nB,r2,xrp,-1\nC,r3,xrp,1e3\nD,r4,xrp,seven',
    expected: [2, 3, 4, 5].map((row) => [row, 'destinationTag: must be a number from 0 to 4294967295']),
  },
  {
    title: 'ignores a column without a name',
    text: `label,address,chains,\nA,${A},base,`,
    expected: [[2, ['base']]],
  },
  {
    title: 'refuses an unknown column',
    text: `label,address,chains,owner\nA,${A},base,Ann`,
    expected: expect.stringContaining('unknown columns: owner.'),
  },
  {
    title: 'refuses a column that is named twice',
    text: `label,address,chains,Label\nA,${A},base,B`,
    expected: expect.stringContaining('column label twice.'),
  },
  {
    title: 'refuses a header that lacks a column',
    text: `label,address\nA,${A}`,
    expected: expect.stringMatching(/lacks .*chains\./),
  },
];
