import Papa from 'papaparse';
import type { components } from '../../sdk/index.ts';
import { ChainId } from '../base/api-values.ts';
import { wrongUse } from '../base/failures.ts';

type CreateWallet = components['schemas']['CreateWallet'];

/** A row of a CSV file of wallets. `row` counts from 1 without the header. */
export type WalletRow = { readonly row: number; readonly label: string } & (
  | { readonly body: CreateWallet; readonly problem?: undefined }
  | { readonly body?: undefined; readonly problem: string }
);

const COLUMNS: readonly string[] = ['label', 'address', 'chains', 'type', 'color'];
const REQUIRED: readonly string[] = ['label', 'address', 'chains'];

/**
 * Reads wallets from CSV. A row that cannot become a wallet has its problem instead.
 * @throws CommandError when the header lacks a column or has an unknown one.
 */
export function readWalletRows(text: string): WalletRow[] {
  // Spreadsheets begin their files with a byte-order mark.
  const { data, errors, meta } = Papa.parse<Record<string, string>>(text.replace(/^\ufeff/, ''), {
    header: true,
    skipEmptyLines: 'greedy',
    transformHeader: (header) => header.trim().toLowerCase(),
    transform: (cell) => cell.trim(),
  });
  const fields = meta.fields ?? [];
  const missing = REQUIRED.filter((column) => !fields.includes(column));
  const unknown = fields.filter((column) => !COLUMNS.includes(column));
  if (missing.length > 0) throw wrongUse(`The CSV lacks the column ${missing.join(', ')}.`);
  if (unknown.length > 0) throw wrongUse(`The CSV has unknown columns: ${unknown.join(', ')}.`);
  return data.map((cells, n) => {
    // A row may end before the optional columns.
    const error = errors.find(({ row, code }) => row === n && code !== 'TooFewFields');
    const { label = '', address = '', chains = '', type = '', color = '' } = cells;
    if (error !== undefined) return { row: n + 1, label, problem: error.message };
    const body = {
      label,
      address,
      chains: ChainId.array().parse(chains.split(/[\s;,]+/).filter((chain) => chain !== '')),
      type: type || 'hot',
      color: color || undefined,
      watch: true,
    };
    return { row: n + 1, label, body };
  });
}
