import Papa from 'papaparse';
import { PROBLEM_COLUMN } from '../../sdk/index.ts';
import { wrongUse } from '../base/failures.ts';

/** A row of a CSV file as text. `row` is its number in a spreadsheet: the header is row 1. */
interface CsvLine {
  readonly row: number;
  /** In the order of the columns. */
  readonly cells: readonly string[];
  /** Why nothing can be made of the row. */
  readonly problem?: string;
  cell(column: string): string;
}

/**
 * Reads CSV with a header, without empty lines. The column of problems that an import has written is ignored.
 * @throws CommandError when the header lacks a column, repeats a column or has an unknown column.
 */
export function readCsv(text: string, columns: readonly string[], required: readonly string[]): CsvLine[] {
  // Spreadsheets begin their files with a byte-order mark.
  const { data, errors } = Papa.parse<string[]>(text.replace(/^\ufeff/, ''));
  const [header = [], ...lines] = data;
  const names = header.map((name) => columns.find((column) => isNamed(column, name)) ?? name.trim());
  checkHeader(names, columns, required);
  const broken = new Set(errors.flatMap(({ type, row }) => (type === 'Quotes' ? [row] : [])));
  return lines.flatMap((line, n): CsvLine[] => {
    if (line.every((cell) => cell.trim() === '')) return [];
    const cell = (column: string) => line[names.indexOf(column)]?.trim() ?? '';
    const read = { row: n + 2, cells: columns.map(cell), cell };
    if (line.length > names.length) return [{ ...read, problem: 'has more cells than the first row' }];
    // papaparse counts the header and empty lines.
    return [broken.has(n + 1) ? { ...read, problem: 'has a quotation mark that does not end' } : read];
  });
}

const isNamed = (column: string, name: string): boolean => column.toLowerCase() === name.trim().toLowerCase();

/** @throws CommandError */
function checkHeader(names: readonly string[], columns: readonly string[], required: readonly string[]): void {
  const missing = required.filter((column) => !names.includes(column));
  const unknown = names.filter((name) => name !== '' && name !== PROBLEM_COLUMN && !columns.includes(name));
  const twice = columns.find((column) => names.indexOf(column) !== names.lastIndexOf(column));
  if (missing.length > 0) throw wrongUse(`The CSV lacks the column ${missing.join(', ')}.`);
  if (unknown.length > 0) throw wrongUse(`The CSV has unknown columns: ${unknown.join(', ')}.`);
  if (twice !== undefined) throw wrongUse(`The CSV has the column ${twice} twice.`);
}

/** The texts of a cell that are separated by semicolons, each once. Undefined where the cell states none. */
export function listIn(cell: string): string[] | undefined {
  const texts = cell.split(';').map((text) => text.trim());
  return texts.join('') === '' ? undefined : [...new Set(texts.filter((text) => text !== ''))];
}

/** Only addresses of EVM chains may be written in any case. */
export const comparable = (address: string): string => (/^0x/i.test(address) ? address.toLowerCase() : address);
