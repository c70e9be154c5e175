import { writeFileSync } from 'node:fs';
import Papa from 'papaparse';
import { dataOf } from '../../sdk/index.ts';
import { type Cli, command } from '../base/command.ts';
import { CommandError, explain } from '../base/failures.ts';
import { readInput } from '../base/read-input.ts';
import type { Columns } from '../output/text-table.ts';
import { COLUMNS, PROBLEM, readWalletRows, type WalletRow } from './wallet-rows.ts';

/** What became of a row. */
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

/** The rows of a request: the most that the API takes. */
const ROWS = 100;
/** Requests at a time. More of them wait for the same count of wallets. */
const AT_ONCE = 8;

export const walletImport = (cli: Cli) =>
  command('import', 'Add the wallets of a CSV file; each row has an outcome', [
    'wallet import - --json < wallets.csv',
    'wallet import deposits.csv --failed again.csv',
  ])
    .argument('<file>', `CSV with the columns ${COLUMNS.join(',')}, or - for stdin`)
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
      const note = (made: readonly RowOutcome[]) => {
        for (const each of made) outcomes.set(each.row, each);
        const failed = [...outcomes.values()].filter(({ outcome }) => outcome === 'failed').length;
        output.note(`${outcomes.size} of ${rows.length} rows${failed === 0 ? '' : `, ${failed} failed`}`);
      };
      note(rows.flatMap((row) => (row.body === undefined ? [outcomeOf(row, 'failed', row.problem)] : [])));
      const batches = batchesOf(rows.filter((row) => row.body !== undefined));
      const work = batches.values();
      const worker = async () => {
        for (const batch of work) note(await imported(cli.api, batch));
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
      const all = rows.flatMap(({ row }) => outcomes.get(row) ?? []);
      output.list(outcomeColumns, all, all.length);
      const failed = all.filter(({ outcome }) => outcome === 'failed');
      if (failedFile !== undefined) writeFileSync(failedFile, csvOf(rows, failed));
      if (failed.length > 0) throw new CommandError(`${failed.length} of ${rows.length} rows failed.`);
    });

type GoodRow = WalletRow & { readonly body: NonNullable<WalletRow['body']> };

function batchesOf(rows: readonly WalletRow[]): (readonly GoodRow[])[] {
  const good = rows.filter((row): row is GoodRow => row.body !== undefined);
  return Array.from({ length: Math.ceil(good.length / ROWS) }, (_, n) => good.slice(n * ROWS, (n + 1) * ROWS));
}

const outcomeOf = ({ row, label }: WalletRow, outcome: RowOutcome['outcome'], detail: string): RowOutcome => ({
  ...{ row, label, outcome, detail },
});

/** Sends the rows of a request. A request that fails makes all of its rows failed, and stops no other request. */
async function imported(api: Cli['api'], batch: readonly GoodRow[]): Promise<RowOutcome[]> {
  try {
    const body = { wallets: batch.map((row) => row.body) };
    const { created, existing, failed } = dataOf(await api.POST('/api/wallets/bulk', { body }));
    const others = new Map<number, RowOutcome | Promise<RowOutcome>>();
    for (const { index, errors } of failed) {
      const row = batch[index];
      const detail = errors.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ');
      if (row !== undefined) others.set(index, outcomeOf(row, 'failed', detail));
    }
    for (const { index, id, differs } of existing) {
      const row = batch[index];
      if (row !== undefined) others.set(index, presentOutcome(api, row, id, differs));
    }
    // The API answers the new wallets in the order of their rows.
    const ids = created.map(({ id }) => id).values();
    return Promise.all(batch.map((row, index) => others.get(index) ?? outcomeOf(row, 'added', ids.next().value ?? '')));
  } catch (error) {
    const detail = explain(error)
      .map((line) => line.trim())
      .join('; ');
    return batch.map((row) => outcomeOf(row, 'failed', detail));
  }
}

/** A wallet on some of the chains of its row does not watch the others, which is a failure. */
async function presentOutcome(
  api: Cli['api'],
  row: GoodRow,
  id: string,
  differs: readonly string[],
): Promise<RowOutcome> {
  const detail = differs.length === 0 ? id : `${id}, which differs in ${differs.join(', ')}`;
  if (!differs.includes('chains')) return outcomeOf(row, 'exists', detail);
  const { chains } = dataOf(await api.GET('/api/wallets/{id}', { params: { path: { id } } }));
  const missing = row.body.chains.filter((chain) => !chains.includes(chain));
  if (missing.length === 0) return outcomeOf(row, 'exists', detail);
  return outcomeOf(row, 'failed', `exists without ${missing.join(', ')}: ${id}`);
}

/** The rows that failed, as a file that a person repairs and imports. */
function csvOf(rows: readonly WalletRow[], failed: readonly RowOutcome[]): string {
  const details = new Map(failed.map(({ row, detail }) => [row, detail]));
  const lines = rows.flatMap(({ row, cells }) => (details.has(row) ? [[...cells, details.get(row)]] : []));
  return `${Papa.unparse([[...COLUMNS, PROBLEM], ...lines])}\r\n`;
}
