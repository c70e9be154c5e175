import stringWidth from 'string-width';
import { ageText } from '../../sdk/index.ts';
import { shortText } from './plain-text.ts';
import { type Cell, type Columns, textOf } from './text-table.ts';

/** A text is cut to this many characters before a column is left out. */
const LEAST_TEXT = 16;
const GAP = 2;
/** What leads to the item. It is never left out. */
const KEY = 'id';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;
/** Hashes and addresses of all chains: hexadecimal digits, or those of base58. */
const HASH = /^(0x)?[0-9a-fA-F]{40,64}$|^[1-9A-HJ-NP-Za-km-z]{30,90}$/;

/**
 * A cell as a person reads it on a terminal: an id by its first eight characters, by which a command takes it, a hash
 * or an address by both ends, an instant by its age, and an amount rounded.
 */
function shortCell(cell: Cell, now: Date): string {
  if (typeof cell === 'object' && cell !== null) return cell.short;
  const text = textOf(cell);
  if (UUID.test(text)) return text.slice(0, 8);
  if (INSTANT.test(text)) return ageText(text, now);
  return HASH.test(text) ? `${text.slice(0, 6)}…${text.slice(-4)}` : text;
}

interface Column {
  readonly header: string;
  readonly cells: readonly string[];
  /** An amount is never cut: its beginning is another amount. */
  readonly isText: boolean;
}

const widthOf = ({ header, cells }: Column): number =>
  cells.reduce((width, cell) => Math.max(width, stringWidth(cell)), stringWidth(header));

const totalOf = (columns: readonly Column[]): number =>
  columns.reduce((sum, column) => sum + widthOf(column) + GAP, -GAP);

/** A table that fits a terminal. */
export interface Fitted {
  readonly columns: Columns<number>;
  /** The headers of the columns that found no room. */
  readonly leftOut: readonly string[];
}

/**
 * The columns of a list that fit a terminal. First, columns in which all cells are empty go. Then long texts get
 * shorter, the longest first. Then the columns at the end go, because the first say the most.
 * @param width of the terminal, in characters.
 * @returns columns that take the number of an item.
 */
export function fitted<T>(columns: Columns<T>, items: readonly T[], width: number, now: Date): Fitted {
  let left: Column[] = Object.entries(columns).map(([header, read]) => {
    const cells = items.map(read);
    const isText = cells.every((cell) => typeof cell === 'string' || cell === null || cell === undefined);
    return { header, isText, cells: cells.map((cell) => shortCell(cell, now)) };
  });
  const whole = left;
  if (totalOf(left) > width) left = left.filter(({ header, cells }) => header === KEY || cells.some(isSaid));
  for (let over = totalOf(left) - width; over > 0; over = totalOf(left) - width) {
    const longest = left.filter(({ isText }) => isText).toSorted((a, b) => widthOf(b) - widthOf(a))[0];
    const longestWidth = longest === undefined ? 0 : widthOf(longest);
    if (longest !== undefined && longestWidth > Math.max(LEAST_TEXT, stringWidth(longest.header))) {
      const most = Math.max(LEAST_TEXT, longestWidth - over);
      const shorter = { ...longest, isText: false, cells: longest.cells.map((cell) => shortText(cell, most)) };
      left = left.map((column) => (column === longest ? shorter : column));
      continue;
    }
    const last = left.findLast(({ header }) => header !== KEY);
    if (last === undefined || left.length === 1) break;
    left = left.filter((column) => column !== last);
  }
  const kept = new Set(left.map(({ header }) => header));
  return {
    columns: Object.fromEntries(left.map(({ header, cells }) => [header, (n: number) => cells[n]])),
    leftOut: whole.filter(({ header, cells }) => !kept.has(header) && cells.some(isSaid)).map(({ header }) => header),
  };
}

const isSaid = (cell: string): boolean => cell !== '-';
