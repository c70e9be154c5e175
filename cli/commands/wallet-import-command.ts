import { writeFileSync } from 'node:fs';
import Papa from 'papaparse';
import {
  addWallets,
  type RowOutcome as BulkOutcome,
  PROBLEM_COLUMN,
  rowErrorText,
  WALLET_COLUMNS,
} from '../../sdk/index.ts';
import { type Cli, command } from '../base/command.ts';
import { CommandError, explain } from '../base/failures.ts';
import { readInput } from '../base/read-input.ts';
import type { Columns } from '../output/text-table.ts';
import { warnOfUnwatched } from './unwatched-chains.ts';
import { readWalletRows, type WalletRow } from './wallet-rows.ts';

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

export const walletImport = (cli: Cli) =>
  command('import', 'Add the wallets of a CSV file; each row has an outcome', [
    'wallet import - --json < wallets.csv',
    'wallet import deposits.csv --failed again.csv',
  ])
    .argument('<file>', `CSV with the columns ${WALLET_COLUMNS.join(',')}, or - for stdin`)
    .option('--failed <file>', 'write the rows that failed, and why, to this CSV file')
    .addHelpText(
      'after',
      '\nSeparate chains by spaces, semicolons or commas, and tags by semicolons. A wallet that exists on all of its ' +
        'chains is no failure,\nso an import that was stopped goes on when you run it again.',
    )
    .action(async (file, { failed: failedFile }) => {
      const { output } = cli;
      const rows = readWalletRows(readInput(file).toString('utf8'));
      const outcomes = new Map<number, RowOutcome>();
      let failures = 0;
      const note = (made: readonly RowOutcome[]) => {
        for (const each of made) outcomes.set(each.row, each);
        failures += made.filter(({ outcome }) => outcome === 'failed').length;
        output.note(`${outcomes.size} of ${rows.length} rows${failures === 0 ? '' : `, ${failures} failed`}`);
      };
      note(rows.flatMap((row) => (row.wallet === undefined ? [outcomeOf(row, 'failed', row.problem)] : [])));
      const good = rows.filter((row) => row.wallet !== undefined);
      await addWallets(cli.api, good, {
        report: (made) => note(made.map(([row, outcome]) => shownOutcome(row, outcome))),
      });
      const all = rows.flatMap(({ row }) => outcomes.get(row) ?? []);
      output.list(outcomeColumns, all, all.length);
      const added = good.filter(({ row }) => outcomes.get(row)?.outcome === 'added');
      if (added.length > 0)
        await warnOfUnwatched(
          cli,
          added.flatMap(({ wallet }) => wallet.chains),
        );
      const failed = all.filter(({ outcome }) => outcome === 'failed');
      if (failedFile !== undefined) writeFileSync(failedFile, csvOf(rows, failed));
      if (failed.length > 0) throw new CommandError(`${failed.length} of ${rows.length} rows failed.`);
    });

const outcomeOf = ({ row, label }: WalletRow, outcome: RowOutcome['outcome'], detail: string): RowOutcome => ({
  ...{ row, label, outcome, detail },
});

function shownOutcome(row: WalletRow, outcome: BulkOutcome): RowOutcome {
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
function csvOf(rows: readonly WalletRow[], failed: readonly RowOutcome[]): string {
  const details = new Map(failed.map(({ row, detail }) => [row, detail]));
  const lines = rows.flatMap(({ row, cells }) => (details.has(row) ? [[...cells, details.get(row)]] : []));
  return `${Papa.unparse([[...WALLET_COLUMNS, PROBLEM_COLUMN], ...lines])}\r\n`;
}
