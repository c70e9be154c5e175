import Papa from 'papaparse';
import type { OrganisationId } from '../values/ids.ts';
import { rememberedWallets } from '../wallets/remembered-wallets.ts';
import type { WalletRepo } from '../wallets/repo.ts';
import type { TransactionRepo } from './repo.ts';
import type { Transaction } from './schema.ts';
import { found } from './search.ts';
import type { TransactionSearch } from './transaction-query.ts';
import { withWallets } from './transaction-response.ts';

/** The columns of the export, in order. */
const COLUMNS = [
  'id',
  'hash',
  'chain',
  'blockNumber',
  'blockTimestamp',
  'direction',
  'txType',
  'fromAddress',
  'toAddress',
  'tokenSymbol',
  'tokenAmount',
  'valueUsd',
  'methodName',
  'status',
  'walletId',
  'walletLabel',
  'notes',
  'tags',
  'destinationTag',
  'references',
  'feeAmount',
  'valueStatus',
  'externalId',
  'walletTags',
] as const;

type OfWallet = 'walletLabel' | 'externalId' | 'walletTags';
type Row = Pick<Transaction, Exclude<(typeof COLUMNS)[number], OfWallet> | 'wallet'>;

/** RFC 4180. Papa Parse puts an apostrophe before a cell that a spreadsheet would run as a formula. */
const OPTIONS = { newline: '\r\n', header: false, escapeFormulae: /^[=+\-@\t\r]/ } as const;

export const csvHeader = `${COLUMNS.join(',')}\r\n`;

/** Rows of a batch, each with its line end. */
export function csvRows(transactions: readonly Row[]): string {
  if (transactions.length === 0) return '';
  const rows = transactions.map((transaction) => {
    const cells = {
      ...transaction,
      walletLabel: transaction.wallet.label,
      externalId: transaction.wallet.externalId,
      walletTags: transaction.wallet.tags.join(';'),
      tags: transaction.tags.join(';'),
      references: transaction.references.map(({ kind, value }) => `${kind}=${value}`).join(';'),
    };
    return COLUMNS.map((column) => cells[column] ?? '');
  });
  return `${Papa.unparse(rows, OPTIONS)}\r\n`;
}

interface CsvDeps {
  readonly transactions: Pick<TransactionRepo, 'all'>;
  readonly wallets: Pick<WalletRepo, 'byId'>;
}

/** The CSV of the transactions that a filter finds, in pieces. Memory holds some pieces, whatever the filter finds. */
export async function* csvPieces(
  { transactions, wallets }: CsvDeps,
  organisationId: OrganisationId,
  { q, ...filters }: TransactionSearch,
): AsyncGenerator<string> {
  yield csvHeader;
  const known = rememberedWallets(wallets);
  for await (const batch of transactions.all(organisationId, filters)) {
    const rows = await found(known, organisationId, { q }, batch);
    yield csvRows(await withWallets(known, organisationId, rows));
  }
}
