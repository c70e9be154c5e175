import type { OrganisationId } from '../values/ids.ts';
import { rememberedWallets } from '../wallets/remembered-wallets.ts';
import type { WalletRepo } from '../wallets/repo.ts';
import { csvHeader, csvRows } from './csv.ts';
import type { TransactionRepo } from './repo.ts';
import { found } from './search.ts';
import type { TransactionSearch } from './transaction-query.ts';
import { withWallets } from './transaction-response.ts';

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
