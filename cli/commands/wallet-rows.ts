import { type components, WALLET_COLUMNS } from '../../sdk/index.ts';
import { ChainId } from '../base/api-values.ts';
import { comparable, listIn, readCsv } from './csv-table.ts';

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

const REQUIRED = ['label', 'address', 'chains'];

/**
 * Reads wallets from CSV, by the rules of the console. A row that cannot become a wallet has its problem instead.
 * @throws CommandError when the header lacks a column, repeats a column or has an unknown column.
 */
export function readWalletRows(text: string): WalletRow[] {
  const before = new Map<string, number>();
  return readCsv(text, WALLET_COLUMNS, REQUIRED).map(({ row, cells, cell, problem }): WalletRow => {
    const label = cell('label');
    if (problem !== undefined) return { row, label, cells, problem };
    const tag = cell('destinationTag');
    const destinationTag = tag === '' ? undefined : tagIn(tag);
    if (tag !== '' && destinationTag === undefined) return { row, label, cells, problem: `destinationTag: ${NO_TAG}` };
    const wallet = {
      label,
      address: cell('address'),
      chains: ChainId.array().parse(chainsOf(cell('chains'))),
      destinationTag,
      type: cell('type') || 'hot',
      color: cell('color') || undefined,
      watch: true,
      // No tag is no difference to a wallet with tags.
      tags: listIn(cell('tags')),
      externalId: cell('externalId') || undefined,
    };
    const first = firstWithSame(wallet, row, before);
    if (first !== undefined) return { row, label, cells, problem: `has the same address and chain as row ${first}` };
    return { row, label, cells, wallet };
  });
}

export const NO_TAG = 'must be a number from 0 to 4294967295';

/** The destination tag that a text states; undefined for a text that is none. */
export function tagIn(text: string): number | undefined {
  const tag = Number(text);
  return /^\d{1,10}$/.test(text) && tag <= 0xffffffff ? tag : undefined;
}

const chainsOf = (cell: string): string[] => [
  ...new Set(
    cell
      .toLowerCase()
      .split(/[\s;,|]+/)
      .filter((chain) => chain !== ''),
  ),
];

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
