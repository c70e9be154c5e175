import { describe, expect, it } from '@jest/globals';
import Papa from 'papaparse';
import { csvHeader, csvRows } from '../../lib/transactions/csv.ts';
import { aMemo, aTransaction, OURS, THEIRS, uuid } from '../support/records.ts';

const wallet = { label: 'Treasury', type: 'hot', color: '#2563eb', tags: [], externalId: null };
const cellsOf = (row: string) => Papa.parse<string[]>(row, { newline: '\r\n' }).data[0] ?? [];
const notesCell = (notes: string) => cellsOf(csvRows([aTransaction({ notes })]))[16];

describe('the CSV of transactions', () => {
  it('has the columns of the contract, in their order', () => {
    expect(csvHeader).toBe(
      'id,hash,chain,blockNumber,blockTimestamp,direction,txType,fromAddress,toAddress,tokenSymbol,tokenAmount,' +
        'valueUsd,methodName,status,walletId,walletLabel,notes,tags,' +
        'destinationTag,references,feeAmount,valueStatus,externalId,walletTags\r\n',
    );
  });

  it('has a line for each transaction that ends with CR LF', () => {
    const hash = `0x${'ab'.repeat(32)}`;
    const rows = csvRows([
      aTransaction({
        tokenAmount: '0.000000000000000001',
        notes: 'a note',
        tags: ['one', 'two'],
        destinationTag: 0,
        wallet: { ...wallet, tags: ['deposit', 'eu'], externalId: 'customer 7' },
        references: [{ kind: 'source_tag', value: '9', encoding: 'text', truncated: false }, aMemo],
      }),
      aTransaction({ id: uuid(8), toAddress: null, valueUsd: null, methodName: null, txType: 'contract_deploy' }),
    ]);
    expect(rows).toBe(
      `${uuid(1)},${hash},ethereum,19000000,2026-01-31T09:00:00.000Z,inbound,transfer,${THEIRS},${OURS},ETH,` +
        `0.000000000000000001,3000,,success,${uuid(2)},Treasury,a note,one;two,0,source_tag=9;memo=Invoice 4711,` +
        '0.00042,known,customer 7,deposit;eu\r\n' +
        `${uuid(8)},${hash},ethereum,19000000,2026-01-31T09:00:00.000Z,inbound,contract_deploy,${THEIRS},,ETH,1,,,` +
        `success,${uuid(2)},Treasury,,,,,0.00042,known,,\r\n`,
    );
  });

  it('is empty for an empty batch', () => {
    expect(csvRows([])).toBe('');
  });

  it.each(['a,b', 'say "hi"', 'two\nlines', 'two\r\nlines', ' blanks ', 'Zoë 🐋', ';', "'"])(
    'writes %j so that a reader of RFC 4180 gets the same text',
    (notes) => {
      expect(notesCell(notes)).toBe(notes);
    },
  );

  it('quotes cells with commas, quotes or line ends, and doubles the quotes', () => {
    expect(csvRows([aTransaction({ notes: 'a,"b"\nc' })])).toContain(',"a,""b""\nc",');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("http://evil.example")'])(
    'makes %j inert, which a spreadsheet would run as a formula',
    (notes) => {
      expect(notesCell(notes)).toBe(`'${notes}`);
    },
  );

  it.each(['1=1', 'a-b', 'a@b.example'])('keeps %j, which no spreadsheet runs as a formula', (notes) => {
    expect(notesCell(notes)).toBe(notes);
  });

  it('makes every text of a person or a token contract inert', () => {
    const row = csvRows([
      aTransaction({
        tokenSymbol: '=T',
        methodName: '@m',
        notes: '+n',
        tags: ['-t', '=u'],
        wallet: { ...wallet, label: '=L' },
        references: [{ ...aMemo, value: '=1+1\r\n@x,"' }],
      }),
    ]);
    const cells = cellsOf(row);
    // The name of its kind stands before the text of a stranger.
    expect(cells[19]).toBe('memo==1+1\r\n@x,"');
    expect([cells[9], cells[12], cells[15], cells[16], cells[17]]).toEqual(["'=T", "'@m", "'=L", "'+n", "'-t;=u"]);
  });
});
