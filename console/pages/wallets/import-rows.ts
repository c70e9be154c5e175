import Papa from 'papaparse';
import { PROBLEM_COLUMN, ProblemError, type RowOutcome, rowErrorText, WALLET_COLUMNS } from '../../../sdk/index.ts';
import { counted } from '../../design/counted.ts';
import type { WalletRow } from './wallet-rows.ts';

/** What became of a row, with what a person should know of it. */
export interface Outcome {
  readonly is: RowOutcome['is'];
  readonly message: string;
}

/** By the numbers of the rows. */
export type Outcomes = ReadonlyMap<number, Outcome>;

/** A row that becomes a wallet. */
export type GoodRow = WalletRow & { readonly wallet: NonNullable<WalletRow['wallet']> };

export function outcomeOf(outcome: RowOutcome): Outcome {
  const { is } = outcome;
  switch (outcome.is) {
    case 'created':
      return { is, message: '' };
    case 'exists': {
      const { differs } = outcome;
      const message = differs.length === 0 ? '' : `It stays as it is, and differs in ${differs.join(', ')}.`;
      return { is, message };
    }
    case 'refused':
      return { is, message: rowErrorText(outcome.errors) };
    case 'failed':
      return { is, message: failureText(outcome.error) };
  }
}

function failureText(error: unknown): string {
  if (!(error instanceof ProblemError)) return 'The service could not be reached.';
  const { message, requestId } = error;
  return requestId === null ? message : `${message} Request ${requestId}`;
}

/** The rows to import: the good rows that are not wallets yet. */
export const rowsLeft = (rows: readonly WalletRow[], outcomes: Outcomes): readonly GoodRow[] =>
  rows.filter((row): row is GoodRow => {
    const is = outcomes.get(row.number)?.is;
    return row.wallet !== undefined && is !== 'created' && is !== 'exists';
  });

/** A row that is no wallet, and why. */
interface FailedRow {
  readonly row: WalletRow;
  readonly problem: string;
}

/** The rows that the import did not take: bad rows, and those that the API refused or that failed. */
export const failedRows = (rows: readonly WalletRow[], outcomes: Outcomes): readonly FailedRow[] =>
  rows.flatMap((row): FailedRow[] => {
    if (row.wallet === undefined) return [{ row, problem: row.problems.join('; ') }];
    const { is = 'created', message = '' } = outcomes.get(row.number) ?? {};
    return is === 'refused' || is === 'failed' ? [{ row, problem: message }] : [];
  });

/** A CSV file that a person repairs and imports. Both the console and the command line read it. */
export function failedCsv(failed: readonly FailedRow[]): string {
  const lines = failed.map(({ row, problem }) => [...WALLET_COLUMNS.map((column) => row.cells[column]), problem]);
  return `${Papa.unparse([[...WALLET_COLUMNS, PROBLEM_COLUMN], ...lines])}\r\n`;
}

/** What the button does next. */
export function actionFor(left: readonly WalletRow[], outcomes: Outcomes): string {
  if (outcomes.size === 0) return `Import ${counted(left.length, 'wallet')}`;
  if (left.every(({ number }) => outcomes.has(number)))
    return `Try the failed rows again (${left.length.toLocaleString()})`;
  return `Go on with the rows left (${left.length.toLocaleString()})`;
}

/** How far an import came, and what became of the rows. */
export function summary(outcomes: Outcomes, done: number, of: number): string {
  const count = (is: Outcome['is']) =>
    [...outcomes.values()].filter((outcome) => outcome.is === is).length.toLocaleString();
  const rows = `${done.toLocaleString()} of ${of.toLocaleString()} rows`;
  const whole = `${count('created')} created, ${count('exists')} existed already`;
  return `${rows}. In all ${whole}, ${count('refused')} refused, ${count('failed')} failed.`;
}
