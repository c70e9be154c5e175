import { writeFileSync } from 'node:fs';
import Papa from 'papaparse';
import { type BulkOptions, type RowOutcome as BulkOutcome, PROBLEM_COLUMN, rowErrorText } from '../../sdk/index.ts';
import type { Cli } from '../base/command.ts';
import { CommandError, explain } from '../base/failures.ts';
import type { Columns } from '../output/text-table.ts';

/** A row of a CSV file. `row` is its number in a spreadsheet: the header is row 1. */
export interface ImportedRow {
  readonly row: number;
  readonly label: string;
  /** In the order of the columns of the file. */
  readonly cells: readonly string[];
  /** Why the row is not sent. */
  readonly problem?: string | undefined;
}

interface Import<Row extends ImportedRow, Good extends Row> {
  readonly rows: readonly Row[];
  readonly isGood: (row: Row) => row is Good;
  readonly send: (rows: readonly Good[], options: BulkOptions<Good>) => Promise<void>;
  readonly columns: readonly string[];
  /** The CSV file for the rows that fail. */
  readonly failedFile: string | undefined;
  /** Hears which rows have been added, before the command fails because of others. */
  readonly added?: (rows: readonly Good[]) => Promise<void>;
}

/** What became of a row, as the command shows it. */
interface RowOutcome {
  readonly row: number;
  readonly label: string;
  readonly outcome: 'added' | 'exists' | 'failed';
  readonly detail: string;
}

const outcomeColumns: Columns<RowOutcome> = {
  row: ({ row }) => row,
  label: ({ label }) => label,
  outcome: ({ outcome }) => outcome,
  detail: ({ detail }) => detail,
};

/** What the help of each import says. */
export const GOES_ON = 'so an import that was stopped goes on when you run it again.';

/**
 * Sends the rows of a CSV file, with the progress on stderr, and prints what became of each.
 * @throws CommandError when rows failed.
 */
export async function importRows<Row extends ImportedRow, Good extends Row>(
  { output }: Pick<Cli, 'output'>,
  { rows, isGood, send, columns, failedFile, added }: Import<Row, Good>,
): Promise<void> {
  const outcomes = new Map<number, RowOutcome>();
  let failures = 0;
  const note = (made: readonly RowOutcome[]) => {
    for (const each of made) outcomes.set(each.row, each);
    failures += made.filter(({ outcome }) => outcome === 'failed').length;
    output.note(`${outcomes.size} of ${rows.length} rows${failures === 0 ? '' : `, ${failures} failed`}`);
  };
  note(rows.flatMap((row) => (row.problem === undefined ? [] : [outcomeOf(row, 'failed', row.problem)])));
  const good = rows.filter(isGood);
  await send(good, { report: (made) => note(made.map(([row, outcome]) => shownOutcome(row, outcome))) });
  const all = rows.flatMap(({ row }) => outcomes.get(row) ?? []);
  output.list(outcomeColumns, all, all.length);
  await added?.(good.filter(({ row }) => outcomes.get(row)?.outcome === 'added'));
  const failed = all.filter(({ outcome }) => outcome === 'failed');
  if (failedFile !== undefined) writeFileSync(failedFile, csvOf(columns, rows, failed));
  if (failed.length > 0) throw new CommandError(`${failed.length} of ${rows.length} rows failed.`);
}

const outcomeOf = ({ row, label }: ImportedRow, outcome: RowOutcome['outcome'], detail: string): RowOutcome => ({
  ...{ row, label, outcome, detail },
});

function shownOutcome(row: ImportedRow, outcome: BulkOutcome): RowOutcome {
  switch (outcome.is) {
    case 'created':
      return outcomeOf(row, 'added', outcome.id);
    case 'exists': {
      const { id, differs } = outcome;
      return outcomeOf(row, 'exists', differs.length === 0 ? id : `${id}, which differs in ${differs.join(', ')}`);
    }
    case 'refused':
      return outcomeOf(row, 'failed', rowErrorText(outcome.errors));
    case 'failed': {
      const lines = explain(outcome.error).map((line) => line.trim());
      return outcomeOf(row, 'failed', lines.join('; '));
    }
  }
}

/** The rows that failed, as a file that a person repairs and imports. */
function csvOf(columns: readonly string[], rows: readonly ImportedRow[], failed: readonly RowOutcome[]): string {
  const details = new Map(failed.map(({ row, detail }) => [row, detail]));
  const lines = rows.flatMap(({ row, cells }) => (details.has(row) ? [[...cells, details.get(row)]] : []));
  return `${Papa.unparse([[...columns, PROBLEM_COLUMN], ...lines])}\r\n`;
}
