import { describe, expect, it } from '@jest/globals';
import { walletRows } from '../../../../console/pages/wallets/wallet-rows.ts';
import type { components } from '../../../../sdk/index.ts';
import { walletCsvCases } from '../../../cli/commands/wallet-csv-cases.ts';

type ChainId = components['schemas']['CreateWallet']['chains'][number];

const KNOWN: readonly ChainId[] = ['ethereum', 'base', 'solana', 'xrp'];
const rowsOf = (text: string, typesInUse?: readonly string[]) =>
  walletRows(text, (id): id is ChainId => KNOWN.some((chain) => chain === id), typesInUse);

const HEADER = 'label,address,chains,type,color';
const A = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65';
const B = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc';

describe('A CSV file of wallets', () => {
  it('becomes one wallet for each row', () => {
    expect(rowsOf(`${HEADER}\nPayroll,${A},base,cold,#aa3366\n`).rows).toEqual([
      {
        number: 2,
        cells: {
          ...{ label: 'Payroll', address: A, chains: 'base', destinationTag: '', type: 'cold', color: '#aa3366' },
          ...{ tags: '', externalId: '' },
        },
        chains: ['base'],
        problems: [],
        wallet: { label: 'Payroll', address: A, chains: ['base'], type: 'cold', watch: true, color: '#aa3366' },
      },
    ]);
  });

  it.each(['ethereum;base', 'ethereum|base', 'ethereum base', ' Ethereum ; base;ethereum '])('splits %j', (chains) => {
    expect(rowsOf(`${HEADER}\nOps,${A},${chains},,`).rows[0]?.wallet?.chains).toEqual(['ethereum', 'base']);
  });

  it('may have its columns in any order, quotation marks, line breaks of Windows and a byte order mark', () => {
    const text = `\u{FEFF}Chains, Address ,LABEL\r\nbase,${A},"Ann, ""Ops"""\r\n`;
    expect(rowsOf(text).rows[0]?.wallet).toEqual({
      label: 'Ann, "Ops"',
      address: A,
      chains: ['base'],
      type: 'hot',
      watch: true,
    });
  });

  it('keeps the text of strangers as it is', () => {
    const label = '<img src=x onerror=alert(1)> \u202Egnp';
    expect(rowsOf(`${HEADER}\n${label},${A},base,,`).rows[0]?.wallet?.label).toBe(label);
  });

  it('gets a warning for a type that another wallet, or a row before, has in another case', () => {
    const lines = [
      `One,${A},base,Cold,`,
      `Two,${A},ethereum,payroll,`,
      `Three,${B},base,Payroll,`,
      `Four,${B},ethereum,,`,
    ];
    const { rows } = rowsOf(`${HEADER}\n${lines.join('\n')}\n`, ['cold']);
    const differs = (type: string) => `type: differs from “${type}” only in upper and lower case`;
    expect(rows.map(({ warning }) => warning)).toEqual([differs('cold'), undefined, differs('payroll'), undefined]);
    expect(rows.map(({ wallet }) => wallet?.type)).toEqual(['Cold', 'payroll', 'Payroll', 'hot']);
  });

  it('names what is wrong with a row, and goes on', () => {
    const { rows } = rowsOf(`${HEADER}\n,${A},mars base,${'x'.repeat(33)},red\nFine,${B},base,,\n`);
    expect(rows.map(({ problems }) => problems)).toEqual([
      [
        'label: is missing',
        'chains: mars is no chain of this service',
        'type: must be at most 32 characters',
        'color: must be a colour such as #1a2b3c',
      ],
      [],
    ]);
    expect(rows.map(({ wallet }) => wallet?.label)).toEqual([undefined, 'Fine']);
  });

  it('names a row with more cells than the header, and a quotation mark that does not end', () => {
    const { rows } = rowsOf(`${HEADER}\nA,${A},base,,,,\n"B,${B},base,,`);
    expect(rows.map(({ problems }) => problems[0])).toEqual([
      'has more cells than the first row',
      'has a quotation mark that does not end',
    ]);
  });

  it('counts its rows as a spreadsheet does, also behind an empty row', () => {
    expect(rowsOf(`${HEADER}\nA,${A},base,,\n\n,,,,\nB,${B},base,,`).rows.map(({ number }) => number)).toEqual([2, 5]);
  });

  it('names a row that repeats the address and a chain of another row', () => {
    const { rows } = rowsOf(
      `${HEADER}\nA,${A},base,,\nB,${A.toLowerCase()},base;ethereum,,\nC,${A},ethereum,,\nD,${B},base,,`,
    );
    expect(rows.map(({ problems }) => problems)).toEqual([[], ['has the same address and chain as row 2'], [], []]);
  });

  it('does not take addresses of Solana for the same when their case differs', () => {
    const address = 'So11111111111111111111111111111111111111112';
    const { rows } = rowsOf(`${HEADER}\nA,${address},solana,,\nB,${address.toLowerCase()},solana,,`);
    expect(rows.flatMap(({ problems }) => problems)).toEqual([]);
  });

  it('has tags and external ids, and ignores the column of problems of an import before', () => {
    const tags = Array.from({ length: 11 }, (_, n) => `t${n}`).join(';');
    const lines = [`A,${A},base,deposit; eu;deposit,4711,was bad`, `B,${B},base,${tags},${'x'.repeat(129)},`];
    const { rows } = rowsOf(`label,address,chains,tags,externalId,problem\n${lines.join('\n')}`);
    expect(rows[0]?.wallet).toMatchObject({ tags: ['deposit', 'eu'], externalId: '4711' });
    expect(rows[1]?.problems).toEqual(['tags: must be at most 10', 'externalId: must be at most 128 characters']);
  });

  it('is refused without the columns that a wallet needs, and without rows', () => {
    expect(rowsOf('name,address\nA,0x').problem).toContain('It lacks label, chains.');
    expect(rowsOf('label,label,address,chains\n').problem).toContain('label twice');
    expect(rowsOf(HEADER).problem).toBe('The file has no wallets.');
    expect(rowsOf('').problem).toContain('It lacks label, address, chains.');
    expect(rowsOf(`${HEADER}\n${'x\n'.repeat(5_002)}`).problem).toMatch(
      /more than 5,000 rows.*chainwatch wallet import FILE/,
    );
  });

  it.each(walletCsvCases)('$title, as in the command line', ({ text, expected }) => {
    const { rows, problem = '' } = rowsOf(text);
    const read = rows.map(({ number, wallet, problems }) => [
      ...[number, wallet?.chains ?? problems[0]],
      ...(wallet?.destinationTag === undefined ? [] : [wallet.destinationTag]),
    ]);
    expect(problem === '' ? read : problem).toEqual(expected);
  });
});
