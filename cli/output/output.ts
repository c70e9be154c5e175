import pc from 'picocolors';
import { fitted } from './fitted.ts';
import { plainText, safeJson } from './plain-text.ts';
import { hanging, type StreamedLine } from './streamed-line.ts';
import { type Columns, type Paint, textRecord, textTable, wrapped } from './text-table.ts';

/** A stream of the process. */
export interface Stream {
  readonly isTTY?: boolean;
  /** The width of a terminal, in characters. */
  readonly columns?: number;
  write(text: string): unknown;
}

export interface OutputOptions {
  readonly json: boolean;
  /** Whether a list on a terminal has all columns and whole cells, as in a pipe. */
  readonly wide: boolean;
  readonly stdout: Stream;
  readonly stderr: Stream;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** What a command prints. stdout carries nothing but data. */
export class Output {
  readonly json: boolean;
  private readonly wide: boolean;
  private readonly stdout: Stream;
  private readonly stderr: Stream;
  private readonly paint: Paint;

  constructor({ json, wide, stdout, stderr, environment }: OutputOptions) {
    this.json = json;
    this.wide = wide;
    this.stdout = stdout;
    this.stderr = stderr;
    // https://no-color.org: any value that is not empty turns colours off.
    const colours = pc.createColors(stdout.isTTY === true && !environment.NO_COLOR && environment.TERM !== 'dumb');
    this.paint = (text, isHeader) => (isHeader ? colours.bold(text) : colours[COLOUR_OF.get(text) ?? 'reset'](text));
  }

  /** A list as one document, or as a table. */
  list<T>(columns: Columns<T>, data: readonly T[], total: number): void {
    if (this.json) this.document({ data, meta: { total } });
    else this.table(columns, data);
    if (data.length < total) this.note(`${data.length} of ${total}; --limit shows more.`);
  }

  /** Says why a list is empty: on stderr for people who watch it, or else on a terminal in place of the table. */
  none(text: string): void {
    if (this.stderr.isTTY) this.note(text);
    else if (!this.json && this.stdout.isTTY) this.text(`${plainText(text)}\n`);
  }

  /** A table that fits a terminal. In a pipe, every column and cell is whole. */
  private table<T>(columns: Columns<T>, data: readonly T[]): void {
    const width = this.terminal;
    // On a terminal, the header of an empty list says nothing.
    if (data.length === 0 && this.stdout.isTTY) return;
    if (width === undefined) {
      this.text(textTable(columns, data, this.paint));
      return;
    }
    const { columns: fitting, leftOut, below } = fitted(columns, data, width, new Date());
    const lines = (n: number) => hanging({ cells: [['', BELOW]], text: below?.[n] ?? '' }, width, this.paint);
    this.text(textTable(fitting, [...data.keys()], this.paint, below && lines));
    if (leftOut.length > 0) this.note(`Not shown: ${leftOut.join(', ')}. --wide shows them.`);
  }

  /** The width of the terminal for which tables are made; undefined in a pipe, and with --wide. */
  get terminal(): number | undefined {
    return this.stdout.isTTY && !this.wide ? this.stdout.columns : undefined;
  }

  /** One item as one document, or with a line for each field. */
  item<T>(columns: Columns<T>, item: T): void {
    if (this.json) this.document(item);
    else this.text(textRecord(columns, item, this.paint, this.terminal));
  }

  /** What stands above each of several parts. @param n the number of the part, from 0 on. */
  title(text: string, n: number): void {
    this.text(`${n === 0 ? '' : '\n'}${this.paint(plainText(text), true)}\n`);
  }

  /** A table that belongs to the record above it. An empty table says nothing. */
  part<T>(title: string, columns: Columns<T>, data: readonly T[]): void {
    if (data.length === 0) return;
    this.title(title, 1);
    this.table(columns, data);
  }

  /** A text of several lines that belongs to the record above it. */
  passage(title: string, text: string): void {
    this.title(title, 1);
    const lines = text.split('\n').map((line) => plainText(line));
    const shown = lines.slice(0, MOST_LINES).map((line) => `${line}\n`);
    this.text(shown.join(''));
    if (lines.length > MOST_LINES) this.note(`${MOST_LINES} of ${lines.length} lines; --json shows all.`);
  }

  /** JSON of what a name stands for: the item itself, or a list when the name stands for several. */
  oneOrList(items: readonly unknown[]): void {
    this.document(items.length === 1 ? items[0] : { data: items, meta: { total: items.length } });
  }

  /**
   * One item of a stream: a line of JSON, a line of text in a pipe, or what fits a terminal.
   * @param whole the line of a pipe.
   * @param short for a terminal; without it, a terminal gets the whole line, too.
   */
  streamed(item: unknown, whole: string, short?: StreamedLine): void {
    const width = this.terminal;
    if (this.json) this.text(`${safeJson(item)}\n`);
    else this.text(width === undefined || short === undefined ? `${whole}\n` : hanging(short, width, this.paint));
  }

  document(value: unknown): void {
    this.text(`${safeJson(value, 2)}\n`);
  }

  text(text: string): void {
    this.stdout.write(text);
  }

  /** Progress, for people who watch. */
  note(text: string): void {
    if (!this.stderr.isTTY) return;
    const lines = wrapped(plainText(text), this.stderr.columns ?? Number.POSITIVE_INFINITY);
    this.stderr.write(lines.map((line) => `${line}\n`).join(''));
  }

  /** What nobody may miss, also without a terminal. */
  warn(text: string): void {
    this.stderr.write(`${plainText(text)}\n`);
  }
}

/** The text below a row stands behind the id, which is the first column. */
const BELOW = 8;
/** A longer text fills a terminal. */
const MOST_LINES = 200;

/** The words by which a person finds what needs attention. */
const COLOUR_OF: ReadonlyMap<string, 'red' | 'yellow' | 'green'> = new Map([
  ['critical', 'red'],
  ['crit', 'red'],
  ['failed', 'red'],
  ['stopped', 'red'],
  ['stalled', 'red'],
  ['not recorded', 'red'],
  ['warning', 'yellow'],
  ['warn', 'yellow'],
  ['retrying', 'yellow'],
  ['muted', 'yellow'],
  ['throttled', 'yellow'],
  ['open', 'yellow'],
  ['ok', 'green'],
  ['delivered', 'green'],
  ['completed', 'green'],
  ['running', 'green'],
]);
