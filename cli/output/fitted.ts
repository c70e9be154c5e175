import stringWidth from 'string-width';
import { ageText } from '../../sdk/index.ts';
import { beginnings } from './beginnings.ts';
import { cutText } from './cut-text.ts';
import { plainText } from './plain-text.ts';
import { type Cell, type Columns, EMPTY, textOf } from './text-table.ts';

/** A column is left out before its text is cut to fewer characters. */
const LEAST_TEXT = 14;
/** So much of the text that matters most stays before other texts get more than their least. */
const ENOUGH = 52;
const GAP = 2;
/** A narrower terminal shows short ages, such as `12 s` and `45 d`. */
export const ROOM_FOR_WORDS = 100;
/** What leads to the item. It is never left out. */
const KEY = 'id';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;
/** Hashes and addresses of all chains: hexadecimal digits, or those of base58. */
const HASH = /^(0x)?[0-9a-fA-F]{40,64}$|^[1-9A-HJ-NP-Za-km-z]{30,90}$/;

/**
 * The cells of a column as a person reads them on a terminal: an id by its beginning, by which a command takes it, a
 * hash or an address by both ends, an instant by its age, and an amount rounded.
 * @param width of the terminal.
 */
function shortCells(cells: readonly Cell[], now: Date, width: number): string[] {
  const beginningOf = beginnings(cells.map(textOf).filter((text) => UUID.test(text)));
  return cells.map((cell) => {
    if (isRounded(cell)) return plainText(cell.short) || EMPTY;
    const text = textOf(cell);
    if (UUID.test(text)) return beginningOf(text);
    if (INSTANT.test(text)) return width < ROOM_FOR_WORDS ? shortAge(text, now) : ageText(text, now);
    return HASH.test(text) ? `${text.slice(0, 6)}…${text.slice(-4)}` : text;
  });
}

function shortAge(at: string, now: Date): string {
  const days = Math.floor((now.getTime() - Date.parse(at)) / DAY_MS);
  return days > 0 ? `${days} d` : ageText(at, now).replace(/ ago$/, '');
}
const DAY_MS = 24 * 3600_000;

interface Column {
  readonly header: string;
  readonly cells: readonly string[];
  /** In characters of a terminal, like all widths here. */
  readonly width: number;
  /** The width below which the column is left out. */
  readonly least: number;
  /** The width below which the columns after it are left out. Only for the column that matters most. */
  readonly wanted: number | undefined;
  /** The parts of each cell of which a cut keeps the first that finds room. */
  readonly kept: readonly (readonly string[] | undefined)[];
  /** Whether its texts stand below the rows where they have no room. */
  readonly isBelow: boolean;
  /** Whether a cell says something that a person looks for. */
  readonly isSaid: boolean;
}

/** The width of a table whose columns are at most so wide, or as wide as they must be. */
const totalOf = (columns: readonly Column[], most = Number.POSITIVE_INFINITY): number =>
  columns.reduce((sum, column) => sum + cutWidth(column, most) + GAP, -GAP);

const cutWidth = ({ width, least }: Column, most: number): number => Math.min(width, Math.max(least, most));

/** A table that fits a terminal. */
export interface Fitted {
  readonly columns: Columns<number>;
  /** The headers of the columns that found no room. */
  readonly leftOut: readonly string[];
  /** The text of each item that stands below its row; undefined where the rows have all texts. */
  readonly below?: readonly string[];
}

/**
 * The columns of a list that fit a terminal. First, columns go whose cells are empty or usual. Then the columns at the
 * end go, because the first say the most, until the others fit with short texts. Then the longest texts are cut, but
 * for a text that may stand below its row.
 * @param width of the terminal, in characters.
 * @returns columns that take the number of an item.
 */
export function fitted<T>(columns: Columns<T>, items: readonly T[], width: number, now: Date): Fitted {
  const whole = Object.entries(columns).map(([header, read]) => columnOf(header, items.map(read), now, width));
  let left: readonly Column[] = whole;
  if (totalOf(left) > width) left = left.filter(({ header, isSaid }) => header === KEY || isSaid);
  left = withWantedWidth(left, width);
  while (left.length > 1 && totalOf(left, 0) > width) {
    const last = left.findLast(({ header, wanted }) => header !== KEY && wanted === undefined);
    if (last === undefined) break;
    left = left.filter((column) => column !== last);
  }
  const widths = widthsWithin(left, width);
  const under = whole.find(({ isBelow }) => isBelow);
  if (under !== undefined && !left.some((column, n) => column.header === under.header && widths[n] === under.width)) {
    const { [under.header]: _, ...beside } = columns;
    return { ...fitted(beside, items, width, now), below: under.cells };
  }
  left = left.map((column, n) => cut(column, widths[n] ?? column.width));
  const kept = new Set(left.map(({ header }) => header));
  return {
    columns: Object.fromEntries(left.map(({ header, cells }) => [header, (n: number) => cells[n]])),
    leftOut: whole.filter(({ header, isSaid }) => !kept.has(header) && isSaid).map(({ header }) => header),
  };
}

/**
 * The widths of columns. The longest texts are cut alike, but the text that matters most is cut last. Where it has
 * enough, it leaves the rest to the other texts.
 */
function widthsWithin(columns: readonly Column[], width: number): number[] {
  const keeping = (most: number): readonly Column[] =>
    columns.map((each) =>
      each.wanted === undefined ? each : { ...each, least: Math.max(each.least, Math.min(each.wanted, most)) },
    );
  // A part of an id is another id.
  const isFirm = ({ header, wanted }: Column) => header === KEY || wanted !== undefined;
  const short = (each: Column): Column => ({ ...each, width: Math.min(each.width, each.least) });
  const shown =
    [keeping(Number.POSITIVE_INFINITY), keeping(ENOUGH)].find((each) => totalOf(each, 0) <= width) ??
    columns.map((each) => (isFirm(each) ? each : short(each)));
  let most = shown.reduce((widest, column) => Math.max(widest, column.width), 0);
  while (most > 0 && totalOf(shown, most) > width) most -= 1;
  return shown.map((column) => cutWidth(column, most));
}

function columnOf(header: string, cells: readonly Cell[], now: Date, terminal: number): Column {
  const texts = shortCells(cells, now, terminal);
  const headerWidth = stringWidth(header);
  const cellWidth = texts.reduce((most, text) => Math.max(most, stringWidth(text)), 0);
  const atLeast = (least: number) => Math.max(headerWidth, Math.min(cellWidth, least));
  const wanted = Math.max(...cells.map((cell) => (isRounded(cell) ? (cell.wanted ?? 0) : 0)));
  return {
    ...{ header, cells: texts, width: Math.max(headerWidth, cellWidth) },
    least: atLeast(Math.min(...cells.map(leastOf))),
    wanted: wanted > 0 ? atLeast(wanted) : undefined,
    kept: cells.map((cell) => (isRounded(cell) ? cell.kept : undefined)),
    isBelow: cells.some((cell) => isRounded(cell) && cell.isBelow === true),
    isSaid: cells.some((cell, n) => texts[n] !== EMPTY && !(isRounded(cell) && cell.isUsual === true)),
  };
}

/** Leaves out columns after the column that matters most until it has the width that it wants, if it can have it. */
function withWantedWidth(columns: readonly Column[], width: number): readonly Column[] {
  let left = columns.map((column) => ({ ...column, least: column.wanted ?? column.least }));
  while (totalOf(left, 0) > width) {
    const last = left.findLast(({ header }) => header !== KEY);
    // Without any column after it, the text gets shorter.
    if (last === undefined || last.wanted !== undefined) {
      return columns.filter(({ header }) => left.some((column) => column.header === header));
    }
    left = left.filter((column) => column !== last);
  }
  return left;
}

const isRounded = (cell: Cell): cell is Extract<Cell, { readonly whole: string }> =>
  typeof cell === 'object' && cell !== null && 'whole' in cell;

/** The fewest characters of a cell. A number is never cut, also where the cell of another item is empty. */
function leastOf(cell: Cell): number {
  if (isRounded(cell)) return cell.least ?? Number.POSITIVE_INFINITY;
  return typeof cell === 'string' || Array.isArray(cell) ? LEAST_TEXT : Number.POSITIVE_INFINITY;
}

const cut = (column: Column, most: number): Column =>
  column.width <= most
    ? column
    : { ...column, cells: column.cells.map((cell, n) => cutText(cell, most, column.kept[n])) };
