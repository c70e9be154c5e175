import Papa from 'papaparse';
import { type components, PROBLEM_COLUMN, WALLET_COLUMNS } from '../../sdk/index.ts';
import { ChainId } from '../base/api-values.ts';
import { wrongUse } from '../base/failures.ts';

type CreateWallet = components['schemas']['CreateWallet'];

/** A row of a CSV file of wallets. `row` is its number in a spreadsheet: the header is row 1. */
export type WalletRow = {
  readonly row: number;
  readonly label: string;
  /** In the order of `WALLET_COLUMNS`. */
  readonly cells: readonly string[];
} & (
  | { readonly wallet: CreateWallet; readonly problem?: undefined }
  | { readonly wallet?: undefined; readonly problem: string }
);

const COLUMNS: readonly string[] = WALLET_COLUMNS;
const REQUIRED: readonly string[] = ['label', 'address', 'chains'];

/**
 * Reads wallets from CSV, by the rules of the console. A row that cannot become a wallet has its problem instead.
 * @throws CommandError when the header lacks a column, repeats a column or has an unknown column.
 */
export function readWalletRows(text: string): WalletRow[] {
  // Spreadsheets begin their files with a byte-order mark.
  const { data, errors } = Papa.parse<string[]>(text.replace(/^\ufeff/, ''));
  const [header = [], ...lines] = data;
  const names = header.map((name) => COLUMNS.find((column) => isNamed(column, name)) ?? name.trim());
  checkHeader(names);
  const broken = new Set(errors.flatMap(({ type, row }) => (type === 'Quotes' ? [row] : [])));
  const before = new Map<string, number>();
  return lines.flatMap((line, n): WalletRow[] => {
    if (line.every((cell) => cell.trim() === '')) return [];
    const row = n + 2;
    const cell = (column: string) => line[names.indexOf(column)]?.trim() ?? '';
    const label = cell('label');
    const cells = COLUMNS.map(cell);
    if (line.length > names.length) return [{ row, label, cells, problem: 'has more cells than the first row' }];
    // papaparse counts the header and empty lines.
    if (broken.has(n + 1)) return [{ row, label, cells, problem: 'has a quotation mark that does not end' }];
    const tag = cell('destinationTag');
    const destinationTag = tag === '' ? undefined : tagIn(tag);
    if (tag !== '' && destinationTag === undefined)
      return [{ row, label, cells, problem: `destinationTag: ${NO_TAG}` }];
    const wallet = {
      label,
      address: cell('address'),
      chains: ChainId.array().parse(chainsOf(cell('chains'))),
      destinationTag,
      type: cell('type') || 'hot',
      color: cell('color') || undefined,
      watch: true,
      tags: tagsIn(cell('tags')),
      externalId: cell('externalId') || undefined,
    };
    const first = firstWithSame(wallet, row, before);
    if (first !== undefined) return [{ row, label, cells, problem: `has the same address and chain as row ${first}` }];
    return [{ row, label, cells, wallet }];
  });
}

export const NO_TAG = 'must be a number from 0 to 4294967295';

/** The destination tag that a text states; undefined for a text that is none. */
export function tagIn(text: string): number | undefined {
  const tag = Number(text);
  return /^\d{1,10}$/.test(text) && tag <= 0xffffffff ? tag : undefined;
}

const isNamed = (column: string, name: string): boolean => column.toLowerCase() === name.trim().toLowerCase();

/** @throws CommandError */
function checkHeader(names: readonly string[]): void {
  const missing = REQUIRED.filter((column) => !names.includes(column));
  const unknown = names.filter((name) => name !== '' && name !== PROBLEM_COLUMN && !COLUMNS.includes(name));
  const twice = COLUMNS.find((column) => names.indexOf(column) !== names.lastIndexOf(column));
  if (missing.length > 0) throw wrongUse(`The CSV lacks the column ${missing.join(', ')}.`);
  if (unknown.length > 0) throw wrongUse(`The CSV has unknown columns: ${unknown.join(', ')}.`);
  if (twice !== undefined) throw wrongUse(`The CSV has the column ${twice} twice.`);
}

/** A tag may have spaces. Undefined where the file states no tag, which is no difference to a wallet with tags. */
function tagsIn(cell: string): string[] | undefined {
  const tags = cell.split(';').map((tag) => tag.trim());
  return tags.join('') === '' ? undefined : [...new Set(tags.filter((tag) => tag !== ''))];
}

const chainsOf = (cell: string): string[] => [
  ...new Set(
    cell
      .toLowerCase()
      .split(/[\s;,|]+/)
      .filter((chain) => chain !== ''),
  ),
];

/** Only addresses of EVM chains may be written in any case. */
const comparable = (address: string): string => (/^0x/i.test(address) ? address.toLowerCase() : address);

/** The row before this row with the same address, tag and a chain of this row. Remembers this row if there is none. */
function firstWithSame(
  { address, destinationTag, chains }: CreateWallet,
  row: number,
  before: Map<string, number>,
): number | undefined {
  const places = chains.map((chain) => `${comparable(address)} ${destinationTag ?? ''} ${chain}`);
  const first = places.map((place) => before.get(place)).find((found) => found !== undefined);
  if (first === undefined) for (const place of places) before.set(place, row);
  return first;
}
