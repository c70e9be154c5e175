import stringWidth from 'string-width';
import { plainText } from './plain-text.ts';

/** An amount has all its digits, and is rounded on a terminal. */
interface Rounded {
  readonly whole: string;
  readonly short: string;
}

export type Cell = string | number | boolean | Rounded | null | undefined;

/** What a table shows of an item: a header and a value for each column. */
export type Columns<T> = Readonly<Record<string, (item: T) => Cell>>;

/** Colours a cell. Gets the text without padding, so that the width stays right. */
export type Paint = (text: string, isHeader: boolean) => string;

/** A table with a line for each item. Every cell is plain text. */
export function textTable<T>(columns: Columns<T>, items: readonly T[], paint: Paint): string {
  const headers = Object.keys(columns).map((header) => header.toUpperCase());
  const rows = items.map((item) => Object.values(columns).map((read) => textOf(read(item))));
  const widths = headers.map((header, n) =>
    rows.reduce((width, row) => Math.max(width, stringWidth(row[n] ?? '')), stringWidth(header)),
  );
  const line = (cells: readonly string[], isHeader: boolean) =>
    cells
      .map((cell, n) => padded(cell, n === cells.length - 1 ? 0 : (widths[n] ?? 0), paint(cell, isHeader)))
      .join('  ');
  return [line(headers, true), ...rows.map((row) => line(row, false))].map((each) => `${each}\n`).join('');
}

/** One item, with a line for each column. */
export function textRecord<T>(columns: Columns<T>, item: T, paint: Paint): string {
  const width = Math.max(...Object.keys(columns).map((header) => header.length));
  return Object.entries(columns)
    .map(([header, read]) => [header, textOf(read(item))] as const)
    .map(([header, cell]) => `${padded(header, width, paint(header, true))}  ${paint(cell, false)}\n`)
    .join('');
}

/** The whole text of a cell. */
export function textOf(cell: Cell): string {
  if (cell === null || cell === undefined) return '-';
  return plainText(typeof cell === 'object' ? cell.whole : String(cell)) || '-';
}

const padded = (text: string, width: number, shown: string): string =>
  shown + ' '.repeat(Math.max(0, width - stringWidth(text)));
