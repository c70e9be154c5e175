import stringWidth from 'string-width';
import { plainText } from './plain-text.ts';

/** A text that is shorter on a terminal, such as an amount, which is rounded there. */
interface Rounded {
  readonly whole: string;
  readonly short: string;
  /**
   * A column is left out before the short text is cut to fewer characters. Without it, the text is never cut: the
   * beginning of an amount is another amount.
   */
  readonly least?: number;
  /**
   * The width of a text that matters most. Columns after it are left out before it is cut to fewer characters, and its
   * own column always stays.
   */
  readonly wanted?: number;
  /** Parts of the text, such as the counterparty at the end of a sentence. A cut keeps the first that finds room. */
  readonly kept?: readonly string[];
  /** Whether the text stands in lines below the row where the row has no room for the whole text. */
  readonly isBelow?: boolean;
  /** Whether the text says nothing that a person looks for, so that a narrow terminal needs no column of it. */
  readonly isUsual?: boolean;
}

/** Several texts stand below each other where a record is shown on a terminal. */
export type Cell = string | number | boolean | Rounded | readonly string[] | null | undefined;

/** What most records have, and what no person looks for. */
export const usual = (text: string | number, isUsual: boolean): Cell => {
  const whole = String(text);
  return { whole, short: whole, isUsual };
};

/** The fewest characters of a sentence that make sense. */
export const LEAST_SENTENCE = 26;

/** A text that a narrow terminal cuts, but never below `LEAST_SENTENCE`. */
export const sentence = (whole: string, short = whole): Cell => ({ whole, short, least: LEAST_SENTENCE });

/** What a table shows of an item: a header and a value for each column. */
export type Columns<T> = Readonly<Record<string, (item: T) => Cell>>;

/** Colours a cell. Gets the text without padding, so that the width stays right. */
export type Paint = (text: string, isHeader: boolean) => string;

/**
 * A table with a line for each item. Every cell is plain text.
 * @param below whole lines that belong to an item.
 */
export function textTable<T>(
  columns: Columns<T>,
  items: readonly T[],
  paint: Paint,
  below: (n: number) => string = () => '',
): string {
  const headers = Object.keys(columns).map((header) => header.toUpperCase());
  const rows = items.map((item) => Object.values(columns).map((read) => textOf(read(item))));
  const widths = headers.map((header, n) =>
    rows.reduce((width, row) => Math.max(width, stringWidth(row[n] ?? '')), stringWidth(header)),
  );
  const line = (cells: readonly string[], isHeader: boolean) =>
    cells
      .map((cell, n) => padded(cell, n === cells.length - 1 ? 0 : (widths[n] ?? 0), paint(cell, isHeader)))
      .join('  ');
  return [`${line(headers, true)}\n`, ...rows.map((row, n) => `${line(row, false)}\n${below(n)}`)].join('');
}

/**
 * One item, with a line for each column.
 * @param terminal the width of a terminal, which gets no fields without a value, and breaks long texts between words.
 * Without it, each field is one line.
 */
export function textRecord<T>(columns: Columns<T>, item: T, paint: Paint, terminal?: number): string {
  const width = Math.max(...Object.keys(columns).map((header) => header.length));
  return Object.entries(columns)
    .map(([header, read]) => [header, read(item)] as const)
    .filter(([, cell]) => terminal === undefined || textOf(cell) !== EMPTY)
    .flatMap(([header, cell]) =>
      (terminal === undefined ? [textOf(cell)] : linesOf(cell, terminal - width - 2)).map((line, n) => {
        const name = n === 0 ? header : '';
        return `${padded(name, width, paint(name, true))}  ${paint(line, false)}\n`;
      }),
    )
    .join('');
}

const linesOf = (cell: Cell, width: number): string[] =>
  (isList(cell) ? cell : [cell]).flatMap((each) => wrapped(textOf(each), width));

/** A text in lines of at most this width. A longer word, such as a hash, stays whole. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && stringWidth(`${last} ${word}`) <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** What stands in place of no value. */
export const EMPTY = '-';

/** The whole text of a cell. */
export function textOf(cell: Cell): string {
  if (cell === null || cell === undefined) return EMPTY;
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  if (isList(cell)) return plainText(cell.join('; ')) || EMPTY;
  return plainText(typeof cell === 'object' ? cell.whole : String(cell)) || EMPTY;
}

const isList = (cell: Cell): cell is readonly string[] => Array.isArray(cell);

const padded = (text: string, width: number, shown: string): string =>
  shown + ' '.repeat(Math.max(0, width - stringWidth(text)));
