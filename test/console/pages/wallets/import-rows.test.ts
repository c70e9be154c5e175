import { describe, expect, it } from '@jest/globals';
import { importRows, type Outcome, rowsLeft } from '../../../../console/pages/wallets/import-rows.ts';
import type { WalletRow } from '../../../../console/pages/wallets/wallet-rows.ts';
import { ProblemError } from '../../../../sdk/index.ts';

const row = (number: number, isGood = true): WalletRow => ({
  number,
  cells: { label: `W${number}`, address: '0x', chains: 'base', destinationTag: '', type: '', color: '' },
  chains: ['base'],
  problems: isGood ? [] : ['label: is missing'],
  wallet: isGood ? { label: `W${number}`, address: '0x', chains: ['base'], type: 'hot', watch: true } : undefined,
});

function problem(status: number, code: string, errors?: readonly { path: string; message: string }[]): ProblemError {
  const body = { type: '', title: '', status, code, detail: `It is ${code}.`, requestId: 'r-1', errors };
  return new ProblemError(new Response(null, { status, headers: { 'retry-after': '7' } }), body);
}

/** Imports the rows; `answers` has what each request throws, or null for a success. */
async function imported(rows: readonly WalletRow[], answers: (Error | null)[], stopAfter = Number.POSITIVE_INFINITY) {
  const outcomes = new Map<number, Outcome>();
  const waits: number[] = [];
  const asked: string[] = [];
  await importRows(rows, {
    add: async ({ label }) => {
      asked.push(label);
      const answer = answers.shift() ?? null;
      if (answer !== null) throw answer;
    },
    report: ({ number }, outcome) => outcomes.set(number, outcome),
    isStopped: () => outcomes.size >= stopAfter,
    wait: async (ms) => {
      waits.push(ms);
    },
  });
  return { outcomes, waits, asked };
}

describe('An import of rows', () => {
  it('goes on behind rows that fail, and says what became of each', async () => {
    const refused = problem(400, 'validation_failed', [{ path: 'address', message: 'is not a valid address of base' }]);
    const answers = [refused, problem(409, 'conflict'), new TypeError('no network'), problem(500, 'internal'), null];
    const { outcomes } = await imported([row(2), row(3), row(4), row(5), row(6)], answers);
    expect([...outcomes.values()]).toEqual([
      { is: 'refused', message: 'address: is not a valid address of base' },
      { is: 'exists', message: 'It is conflict.' },
      { is: 'failed', message: 'The service could not be reached.' },
      { is: 'failed', message: 'It is internal. Request r-1' },
      { is: 'created' },
    ]);
  });

  it('waits as the service asks, and tries a row three times', async () => {
    const busy = () => problem(429, 'rate_limited');
    const { outcomes, waits, asked } = await imported([row(2), row(3)], [busy(), null, busy(), busy(), busy()]);
    expect(waits).toEqual([7000, 7000, 7000]);
    expect(asked).toEqual(['W2', 'W2', 'W3', 'W3', 'W3']);
    expect([...outcomes.values()].map(({ is }) => is)).toEqual(['created', 'failed']);
  });

  it('sends no row with a problem', async () => {
    expect((await imported([row(2, false), row(3)], [])).asked).toEqual(['W3']);
  });

  it('stops between two rows', async () => {
    const { asked } = await imported([row(2), row(3), row(4)], [], 1);
    expect(asked).toEqual(['W2']);
  });

  it('does not try a row again when the user stops the import in a pause', async () => {
    const asked: string[] = [];
    let isStopped = false;
    await importRows([row(2), row(3)], {
      add: async ({ label }) => {
        asked.push(label);
        throw problem(429, 'rate_limited');
      },
      report: () => {},
      isStopped: () => isStopped,
      wait: async () => {
        isStopped = true;
      },
    });
    expect(asked).toEqual(['W2']);
  });

  it('ends when the API refuses the key', async () => {
    await expect(imported([row(2), row(3)], [problem(401, 'unauthorized')])).rejects.toThrow('It is unauthorized.');
  });

  it('leaves the rows that are neither created nor there already', () => {
    const outcomes = new Map<number, Outcome>([
      [2, { is: 'created' }],
      [3, { is: 'exists', message: '' }],
      [4, { is: 'failed', message: '' }],
      [5, { is: 'refused', message: '' }],
    ]);
    const rows = [row(2), row(3), row(4), row(5), row(6), row(7, false)];
    expect(rowsLeft(rows, outcomes).map(({ number }) => number)).toEqual([4, 5, 6]);
  });
});
