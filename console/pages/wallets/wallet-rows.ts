import Papa from 'papaparse';
import { type components, PROBLEM_COLUMN, WALLET_COLUMNS } from '../../../sdk/index.ts';
import { NO_TAG, tagIn } from './destination-tag.ts';
import { typeMeant } from './wallet-types.ts';

type NewWallet = components['schemas']['CreateWallet'];
type ChainId = NewWallet['chains'][number];
type IsChain = (id: string) => id is ChainId;

/** A line of the file: its cells, and the wallet that they make or what is wrong with them. */
export interface WalletRow {
  /** The number of the row in a spreadsheet: the header is row 1. */
  readonly number: number;
  readonly cells: Readonly<Record<Field, string>>;
  readonly chains: readonly string[];
  readonly problems: readonly string[];
  /** What the user should look at before the import, which takes the row as it is. */
  readonly warning?: string;
  /** What the API gets; undefined for a row with problems. */
  readonly wallet: NewWallet | undefined;
}

export interface WalletFile {
  readonly rows: readonly WalletRow[];
  /** Why the file cannot be imported; undefined when it can. */
  readonly problem?: string;
}

const FIELDS = WALLET_COLUMNS;
type Field = (typeof FIELDS)[number];
const NEEDED: readonly Field[] = ['label', 'address', 'chains'];

/** More rows than a person checks in a preview. */
const MOST_ROWS = 5_000;

/**
 * Reads a CSV file of wallets, by the rules of the command line. Its first row names the columns, in any order. One bad
 * row spoils no other row.
 * @param isChain whether the service knows a chain.
 * @param typesInUse the types of the wallets that exist. Another case of the same word gets a warning.
 */
export function walletRows(text: string, isChain: IsChain, typesInUse: readonly string[] = []): WalletFile {
  const { data, errors } = Papa.parse<string[]>(text.replace(/^\u{FEFF}/u, ''));
  const [header = [], ...lines] = data;
  const names = header.map((name) => FIELDS.find((field) => isNamed(field, name)) ?? name.trim());
  const known: readonly string[] = ['', PROBLEM_COLUMN, ...FIELDS];
  const unknown = names.filter((name) => !known.includes(name));
  const missing = NEEDED.filter((field) => !names.includes(field));
  const refused = (problem: string): WalletFile => ({ rows: [], problem });
  if (missing.length > 0) {
    return refused(`The first row must name the columns ${FIELDS.join(', ')}. It lacks ${missing.join(', ')}.`);
  }
  if (unknown.length > 0) return refused(`The first row names unknown columns: ${unknown.join(', ')}.`);
  const twice = FIELDS.find((field) => names.indexOf(field) !== names.lastIndexOf(field));
  if (twice !== undefined) return refused(`The first row names the column ${twice} twice.`);
  if (lines.length > MOST_ROWS + 1) {
    const most = MOST_ROWS.toLocaleString('en');
    return refused(`The file has more than ${most} rows. Import it by “chainwatch wallet import FILE”.`);
  }

  const broken = new Set(errors.flatMap(({ type, row }) => (type === 'Quotes' && row !== undefined ? [row] : [])));
  const before = new Map<string, number>();
  const types = [...typesInUse];
  const rows = lines.flatMap((line, n) => {
    if (line.every((cell) => cell.trim() === '')) return [];
    const number = n + 2;
    const tooMany = line.length > names.length ? ['has more cells than the first row'] : [];
    const quotes = broken.has(n + 1) ? ['has a quotation mark that does not end'] : [];
    const row = rowOf(number, cellsOf(names, line), isChain, [...tooMany, ...quotes]);
    return [warnedOfType(markedIfDouble(row, before), types)];
  });
  return rows.length === 0 ? refused('The file has no wallets.') : { rows };
}

const isNamed = (field: Field, name: string): boolean => field.toLowerCase() === name.trim().toLowerCase();

function cellsOf(names: readonly string[], line: readonly string[]): Record<Field, string> {
  const cell = (field: Field) => line[names.indexOf(field)]?.trim() ?? '';
  return {
    label: cell('label'),
    address: cell('address'),
    chains: cell('chains'),
    destinationTag: cell('destinationTag'),
    type: cell('type'),
    color: cell('color'),
    tags: cell('tags'),
    externalId: cell('externalId'),
  };
}

const lengthOf = (text: string) => [...text].length;

function rowOf(
  number: number,
  cells: Readonly<Record<Field, string>>,
  isChain: IsChain,
  ofLine: readonly string[],
): WalletRow {
  const { label, address, type, color, externalId } = cells;
  const tags = [...new Set(cells.tags.split(';').map((tag) => tag.trim()))].filter((tag) => tag !== '');
  const named = [...new Set(cells.chains.toLowerCase().split(/[\s;,|]+/))].filter((chain) => chain !== '');
  const chains = named.filter(isChain);
  const unknown = named.filter((chain) => !isChain(chain));
  const destinationTag = tagIn(cells.destinationTag);
  const problems = [
    ...ofLine,
    ...(label === '' ? ['label: is missing'] : []),
    ...(lengthOf(label) > 64 ? ['label: must be at most 64 characters'] : []),
    ...(address === '' ? ['address: is missing'] : []),
    ...(lengthOf(address) > 128 ? ['address: must be at most 128 characters'] : []),
    ...(named.length === 0 ? ['chains: is missing'] : []),
    ...unknown.map((chain) => `chains: ${chain} is no chain of this service`),
    ...(cells.destinationTag !== '' && destinationTag === undefined ? [`destinationTag: ${NO_TAG}`] : []),
    ...(lengthOf(type) > 32 ? ['type: must be at most 32 characters'] : []),
    ...(tags.length > 10 ? ['tags: must be at most 10'] : []),
    ...(tags.some((tag) => lengthOf(tag) > 64) ? ['tags: must be at most 64 characters each'] : []),
    ...(lengthOf(externalId) > 128 ? ['externalId: must be at most 128 characters'] : []),
    ...(color !== '' && !/^#[0-9a-f]{6}$/i.test(color) ? ['color: must be a colour such as #1a2b3c'] : []),
  ];
  const wallet = {
    label,
    address,
    chains,
    type: type === '' ? 'hot' : type,
    watch: true,
    ...(destinationTag !== undefined && { destinationTag }),
    ...(color !== '' && { color }),
    // A cell without tags states none, which is no difference to a wallet with tags.
    ...(tags.length > 0 && { tags }),
    ...(externalId !== '' && { externalId }),
  };
  return { number, cells, chains: named, problems, wallet: problems.length === 0 ? wallet : undefined };
}

/** The row, with a warning if its type is a known type in another case. Its type is known to the rows after it. */
function warnedOfType(row: WalletRow, types: string[]): WalletRow {
  const { type } = row.cells;
  const meant = typeMeant(type, types);
  if (type === '' || row.wallet === undefined || types.includes(type)) return row;
  if (meant !== type) return { ...row, warning: `type: differs from “${meant}” only in upper and lower case` };
  types.push(type);
  return row;
}

/** Only addresses of EVM chains may be written in any case. */
const comparable = (address: string) => (/^0x/i.test(address) ? address.toLowerCase() : address);

/** The row, with a problem if a row before it has the same address and tag on the same chain. */
function markedIfDouble(row: WalletRow, before: Map<string, number>): WalletRow {
  if (row.wallet === undefined) return row;
  const { address, destinationTag } = row.wallet;
  const places = row.chains.map((chain) => `${comparable(address)} ${destinationTag ?? ''} ${chain}`);
  const first = places.map((place) => before.get(place)).find((number) => number !== undefined);
  if (first !== undefined) {
    return { ...row, problems: [`has the same address and chain as row ${first}`], wallet: undefined };
  }
  for (const place of places) before.set(place, row.number);
  return row;
}
