import { hashCandidates } from '../chains/hash.ts';
import { cursorsOf, type Page, type PageRequest, refuseBoth } from '../platform/page.ts';
import { timeKey } from '../platform/table/counted-list-keys.ts';
import type { OrganisationId } from '../values/ids.ts';
import { bare, hasWords, wordsOf } from '../values/search-words.ts';
import type { WalletRepo } from '../wallets/repo.ts';
import type { StoredWallet } from '../wallets/schema.ts';
import { carries } from '../wallets/wallet-condition.ts';
import type { TransactionRepo } from './repo.ts';
import type { StoredTransaction } from './schema.ts';
import type { TransactionFilters, TransactionSearch } from './transaction-query.ts';

/** Records that one request reads, because no index answers a search. `meta.next` continues after these records. */
const MOST_SEARCHED = 1_000;

interface SearchDeps {
  readonly transactions: Pick<TransactionRepo, 'walk' | 'byHash' | 'matching' | 'listed'>;
  readonly wallets: Pick<WalletRepo, 'byId'>;
}

/**
 * Searches the records that match the other filters, in the order of the list: hashes that begin with the text, and
 * records whose notes, wallet (label, tags, external id) or references have words that begin with each word of the
 * text. A full hash is found wherever its records are. `total` is a lower bound when the search ends early, and after
 * a cursor.
 * @throws ApiError `validation_failed` on `cursor`.
 */
export async function search(
  deps: SearchDeps,
  organisationId: OrganisationId,
  { q, ...filters }: TransactionFilters & { readonly q: string },
  request: PageRequest,
): Promise<Page<StoredTransaction>> {
  refuseBoth(request);
  const { page: given = 1, pageSize, cursor } = request;
  const cursors = cursorsOf('search', organisationId, q, filters);
  const place = cursor === undefined ? null : cursors.read(cursor);
  const page = place?.page ?? given;
  const { found: matches, searched, end } = await examined(deps, organisationId, q, filters, place?.after);
  const first = place === null ? (page - 1) * pageSize : 0;
  const data = matches.slice(first, first + pageSize);
  const last = data.at(-1);
  const after = matches.length > first + pageSize && last !== undefined ? keyOf(last) : end;
  const next = after === null ? null : cursors.write({ after, page: page + 1 });
  const isExact = end === null && place === null;
  return {
    data,
    meta: { total: matches.length, page, pageSize, next, searched, ...(!isExact && { totalIsExact: false }) },
  };
}

const keyOf = ({ blockTimestamp, id }: StoredTransaction): string => timeKey(blockTimestamp, id);

/** The matches after a position. `end` is the last examined position; null when the search reached the end. */
async function examined(
  { transactions, wallets }: SearchDeps,
  organisationId: OrganisationId,
  q: string,
  filters: TransactionFilters,
  after: string | undefined,
): Promise<{ found: readonly StoredTransaction[]; searched: number; end: string | null }> {
  // The 64 characters of a search leave no room for the `0x` of a full EVM hash.
  const hashes = [...hashCandidates(q), ...hashCandidates(`0x${q}`)].map(({ hash }) => hash);
  const ofHash = (await Promise.all(hashes.map((hash) => transactions.byHash(organisationId, hash)))).flat();
  const listed = await transactions.listed(organisationId, filters);
  const { walletTag } = filters;
  if (ofHash.length > 0) {
    const matching = await transactions.matching(organisationId, listed, ofHash);
    const matches = await found(wallets, organisationId, { walletTag }, matching);
    return { found: matches, searched: ofHash.length, end: null };
  }
  const matches: StoredTransaction[] = [];
  let searched = 0;
  for await (const { records, last } of transactions.walk(organisationId, listed, { after })) {
    matches.push(...(await found(wallets, organisationId, { q, walletTag }, records)));
    searched += records.length;
    if (searched >= MOST_SEARCHED) return { found: matches, searched, end: last };
  }
  return { found: matches, searched, end: null };
}

/** The records that a search, or the tag of their wallet, finds among some records. All of them without either. */
export async function found(
  wallets: Pick<WalletRepo, 'byId'>,
  organisationId: OrganisationId,
  { q, walletTag }: Pick<TransactionSearch, 'q' | 'walletTag'>,
  records: readonly StoredTransaction[],
): Promise<readonly StoredTransaction[]> {
  if (q === undefined && walletTag === undefined) return records;
  const hasText = q === undefined ? () => true : matcher(q);
  const hasTag = (wallet: StoredWallet | undefined) =>
    walletTag === undefined || (wallet !== undefined && carries(wallet, walletTag));
  const owners = await wallets.byId(
    organisationId,
    records.map(({ walletId }) => walletId),
  );
  return records.filter((record) => {
    const owner = owners.get(record.walletId);
    return hasTag(owner) && hasText(record, owner);
  });
}

/** A test of a record and its wallet. */
function matcher(q: string): (record: StoredTransaction, wallet: StoredWallet | undefined) => boolean {
  const prefix = bare(q);
  return ({ hash, notes, references }, wallet) => {
    if (prefix !== '' && bare(hash).startsWith(prefix)) return true;
    const texts = references.filter(({ encoding }) => encoding === 'text').map(({ value }) => value);
    const ofWallet = wallet === undefined ? [] : [wallet.label, ...wallet.tags, wallet.externalId ?? ''];
    return hasWords(wordsOf([notes, ...ofWallet, ...texts].join(' ')), q);
  };
}
