import stringWidth from 'string-width';
import { ageText } from '../../sdk/index.ts';
import { beginnings } from './beginnings.ts';
import { plainText } from './plain-text.ts';
import { type Cell, type Columns, EMPTY, textOf } from './text-table.ts';

/** A column is left out before its text is cut to fewer characters. */
const LEAST_TEXT = 14;
/** So much of the text that matters most stays before other texts get more than their least. */
const ENOUGH = 52;
/** What leads to a part that is kept may be shorter, such as the payer before the counterparty. */
const LEAST_BEFORE_KEPT = 5;
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
}

/**
 * The columns of a list that fit a terminal. First, columns go whose cells are empty or usual. Then the columns at the
 * end go, because the first say the most, until the others fit with short texts. Then the longest texts are cut.
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

/** An amount without its unit is another amount. A number before the verb belongs to the label of the wallet. */
const UNFINISHED_AMOUNT = /(?:(?<= (?:paid|received)(?: .*)?)\s+\S*\d\S*(?:\s+\S*)?|\s)…$/;

const VERB = / (?:paid|received|moved)(?= |…)/;

/** @param parts the first that finds room stays, beside the verb if another part can; the text is cut around it. */
function cutText(text: string, most: number, parts: readonly string[] = []): string {
  if (stringWidth(text) <= most) return text;
  for (const [n, kept] of parts.entries()) {
    const [before, after] = partsAround(text, kept);
    const rest = after === '' ? '' : '…';
    const room = most - stringWidth(kept + rest);
    if (before === undefined || room < LEAST_BEFORE_KEPT) continue;
    const isWhole = stringWidth(before) <= room;
    const beginning = isWhole ? before : cutEnd(before, room).replace(UNFINISHED_AMOUNT, '…');
    if (n < parts.length - 1 && VERB.test(before) && !VERB.test(beginning)) continue;
    return `${beginning}${kept}${rest}`;
  }
  return cutEnd(text, most);
}

function partsAround(text: string, kept: string): readonly [before: string | undefined, after: string] {
  const at = kept === '' ? -1 : text.lastIndexOf(kept);
  return at === -1 ? [undefined, ''] : [text.slice(0, at), text.slice(at + kept.length)];
}

function cutEnd(text: string, most: number): string {
  const characters = [...text];
  while (stringWidth(characters.join('')) >= most) characters.pop();
  const kept = characters.join('');
  // The beginning of a number is another number.
  const isWithinWord = /\S/.test(text.charAt(kept.length));
  // Text from right to left needs its end again.
  return plainText(`${isWithinWord ? kept.replace(/\s+\S*\d\S*$/, '') : kept}…`);
}
