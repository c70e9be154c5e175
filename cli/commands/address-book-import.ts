import { type components, sendRows } from '../../sdk/index.ts';
import { type Cli, command } from '../base/command.ts';
import { readInput } from '../base/read-input.ts';
import { comparable, listIn, readCsv } from './csv-table.ts';
import { GOES_ON, type ImportedRow, importRows } from './import-rows.ts';

type CreateEntry = components['schemas']['CreateAddressBookEntry'];

const COLUMNS = ['label', 'address', 'note', 'lists'];
const REQUIRED = ['label', 'address'];

interface GoodRow extends ImportedRow {
  readonly entry: CreateEntry;
  readonly problem?: undefined;
}
type EntryRow = GoodRow | (ImportedRow & { readonly problem: string });

export const addressBookImport = (cli: Cli) =>
  command('import', 'Add the addresses of a CSV file; each row has an outcome', [
    'address-book import partners.csv --failed again.csv',
    'address-book import - --json < partners.csv',
  ])
    .argument('<file>', `CSV with the columns ${COLUMNS.join(',')}, or - for stdin`)
    .option('--failed <file>', 'write the rows that failed, and why, to this CSV file')
    .addHelpText(
      'after',
      '\nSeparate lists by semicolons. An address that has an entry already is no failure and stays as it is, ' +
        GOES_ON,
    )
    .action((file, { failed: failedFile }) =>
      importRows(cli, {
        rows: readEntryRows(readInput(file).toString('utf8')),
        isGood: (row): row is GoodRow => row.problem === undefined,
        send: (rows, options) =>
          sendRows(
            rows,
            (batch, params) => {
              const entries = batch.map(({ entry }) => entry);
              return cli.api.POST('/api/address-book/bulk', { params, body: { entries } });
            },
            options,
          ),
        columns: COLUMNS,
        failedFile,
      }),
    );

/**
 * Reads entries of the address book from CSV. A row that cannot become an entry has its problem instead.
 * @throws CommandError when the header lacks a column, repeats a column or has an unknown column.
 */
export function readEntryRows(text: string): EntryRow[] {
  const before = new Map<string, number>();
  return readCsv(text, COLUMNS, REQUIRED).map(({ row, cells, cell, problem }): EntryRow => {
    const [label, address] = [cell('label'), cell('address')];
    if (problem !== undefined) return { row, label, cells, problem };
    const first = before.get(comparable(address));
    if (first !== undefined) return { row, label, cells, problem: `has the same address as row ${first}` };
    before.set(comparable(address), row);
    return { row, label, cells, entry: { label, address, note: cell('note'), lists: listIn(cell('lists')) ?? [] } };
  });
}
