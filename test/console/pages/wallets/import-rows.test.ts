import { describe, expect, it } from '@jest/globals';
import {
  actionFor,
  failedCsv,
  failedRows,
  type Outcome,
  outcomeOf,
  rowsLeft,
  summary,
} from '../../../../console/pages/wallets/import-rows.ts';
import { type WalletRow, walletRows } from '../../../../console/pages/wallets/wallet-rows.ts';
import { ProblemError } from '../../../../sdk/index.ts';

const row = (number: number, isGood = true): WalletRow => ({
  number,
  cells: {
    ...{ label: `W${number}, Ops`, address: '0x', chains: 'base', destinationTag: '', type: '', color: '' },
    ...{ tags: 'a;b', externalId: '' },
  },
  chains: ['base'],
  problems: isGood ? [] : ['label: is missing', 'chains: is missing'],
  wallet: isGood ? { label: `W${number}`, address: '0x', chains: ['base'], type: 'hot', watch: true } : undefined,
});

const rows = [row(2), row(3), row(4), row(5), row(6), row(7, false)];
const outcomes = new Map<number, Outcome>([
  [2, { is: 'created', message: '' }],
  [3, { is: 'exists', message: '' }],
  [4, { is: 'failed', message: 'The service could not be reached.' }],
  [5, { is: 'refused', message: 'address: is no address' }],
]);

it('The outcome of a row says what a person should know', () => {
  const problem = { type: '', title: '', status: 500, code: 'internal', detail: 'It broke.', requestId: 'r-1' };
  const errors = [
    { path: 'address', message: 'is no address' },
    { path: '', message: 'exists without base: w1' },
  ];
  expect(outcomeOf({ is: 'created', id: 'w1' })).toEqual({ is: 'created', message: '' });
  expect(outcomeOf({ is: 'exists', id: 'w1', differs: [] }).message).toBe('');
  expect(outcomeOf({ is: 'exists', id: 'w1', differs: ['label', 'tags'] }).message).toMatch(/differs in label, tags/);
  expect(outcomeOf({ is: 'refused', code: 'conflict', errors }).message).toBe(
    'address: is no address; exists without base: w1',
  );
  const failed = (error: unknown) => outcomeOf({ is: 'failed', error }).message;
  expect(failed(new TypeError('no network'))).toBe('The service could not be reached.');
  expect(failed(new ProblemError(new Response(null, { status: 500 }), problem))).toBe('It broke. Request r-1');
});

describe('An import', () => {
  it('goes on with the rows that are neither created nor there already', () => {
    expect(rowsLeft(rows, outcomes).map(({ number }) => number)).toEqual([4, 5, 6]);
    expect(actionFor(rowsLeft(rows, outcomes), outcomes)).toBe('Go on with the rows left (3)');
    expect(actionFor(rowsLeft(rows.slice(0, 4), outcomes), outcomes)).toBe('Try the failed rows again (2)');
    expect(actionFor(rowsLeft(rows, new Map()), new Map())).toBe('Import 5 wallets');
    expect(summary(outcomes, 4, 5)).toBe('4 of 5 rows. In all 1 created, 1 existed already, 1 refused, 1 failed.');
  });

  it('has a file of the rows that it did not take, each with its problem, which it reads again', () => {
    const failed = failedRows(rows, outcomes);
    expect(failed.map(({ row: { number }, problem }) => [number, problem])).toEqual([
      [4, 'The service could not be reached.'],
      [5, 'address: is no address'],
      [7, 'label: is missing; chains: is missing'],
    ]);
    const text = failedCsv(failed);
    const [header, line] = text.split('\r\n');
    expect(header).toBe('label,address,chains,destinationTag,type,color,tags,externalId,problem');
    expect(line).toBe('"W4, Ops",0x,base,,,,a;b,,The service could not be reached.');
    const again = walletRows(text, (id): id is 'base' => id === 'base');
    expect(again.rows.map(({ cells }) => cells)).toEqual(failed.map((each) => each.row.cells));
  });
});
