import { hash } from 'node:crypto';
import { anyMatchForm } from '../chains/any-address.ts';
import { TooManyEntriesError } from '../platform/lists/descent.ts';
import { equal, type ListFilter } from '../platform/lists/filter.ts';
import type { ListedRecords, RecordQuery } from '../platform/lists/record-list.ts';
import { keys } from '../platform/table/keys.ts';
import { compare } from '../values/decimal.ts';
import { invalidField } from '../values/errors.ts';
import type { OrganisationId } from '../values/ids.ts';
import { TransactionItem } from './item.ts';
import type { TransactionFilters } from './transaction-query.ts';

const few = ['chain', 'direction', 'wallet', 'reorged', 'status', 'txType'] as const;

/**
 * The list of transactions. Fields may be added at the end; the order of the others is stored. The last four fields
 * have too many values to be counted.
 */
export const transactionList: ListedRecords<typeof TransactionItem> = {
  definition: {
    name: 'TX',
    fields: [...few, 'token', 'parties', 'tags', 'usd', 'revision'],
    views: [
      { name: 'few', fields: few },
      // By the field with the most values.
      { name: 'all', fields: [...few, 'token'], shards: { by: 'token', count: 6 } },
    ],
    terms: ['parties', 'tags'],
  },
  schema: TransactionItem,
  keyOf: keys.transaction,
  tellsChanges: true,

  listed(organisationId, record) {
    const { id, blockTimestamp, chain, direction, walletId, reorged, status, txType, tokenSymbol } = record;
    const parties = new Set(
      [record.fromAddress, record.toAddress, ...record.transfers.flatMap(({ from, to }) => [from, to])]
        .filter((address) => address !== null)
        .map(anyMatchForm),
    );
    return {
      id,
      time: blockTimestamp,
      tuple: [
        chain,
        direction,
        walletId,
        reorged ? 'yes' : '',
        status,
        txType,
        tokenSymbol.toLowerCase(),
        termsOf(organisationId, parties),
        termsOf(organisationId, record.tags),
        record.valueUsd ?? '',
        record.revision === 0 ? '' : String(record.revision),
      ],
    };
  },
};

/**
 * Six bytes of a hash stand for an address or tag, so that an entry stays small. Two texts of an organisation have the
 * same term once in 10^14 pairs. The organisation is part of the hash, so that nobody outside can find such a pair.
 */
const termOf = (organisationId: OrganisationId, text: string): string =>
  hash('sha256', `${organisationId} ${text}`, 'base64url').slice(0, 8);

const termsOf = (organisationId: OrganisationId, texts: Iterable<string>): string =>
  [...texts].map((text) => termOf(organisationId, text)).join(' ');

const hasTerm = (organisationId: OrganisationId, text: string) => ({ has: termOf(organisationId, text) });

/** The query of the list for filters of the API. `q` is no part of it. */
export function listQueryOf(organisationId: OrganisationId, filters: TransactionFilters): RecordQuery {
  const { walletId, chain, direction, tokenSymbol, status, txType, tag, counterparty, minValueUsd } = filters;
  const filter: ListFilter = {
    ...equal({ chain, direction, wallet: walletId, status, txType, token: tokenSymbol?.toLowerCase() }),
    ...(filters.includeReorged !== 'true' && { reorged: { in: [''] } }),
    ...(counterparty !== undefined && { parties: hasTerm(organisationId, anyMatchForm(counterparty)) }),
    ...(tag !== undefined && { tags: hasTerm(organisationId, tag) }),
    ...(minValueUsd !== undefined && {
      usd: { test: (value: string) => value !== '' && compare(value, minValueUsd) >= 0 },
    }),
  };
  const order = filters.sort === 'blockTimestamp' ? 'oldest first' : 'newest first';
  return { filter, from: filters.from, to: filters.to, order };
}

/**
 * The answer of a query. No count answers the filters below, so they examine the matches of the other filters, at most
 * a million.
 * @throws ApiError `validation_failed` on the filter.
 */
export async function examined<T>(filters: TransactionFilters, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    const name = (['counterparty', 'tag', 'minValueUsd'] as const).find((each) => filters[each] !== undefined);
    if (!(error instanceof TooManyEntriesError) || name === undefined) throw error;
    throw invalidField(name, 'would examine more than a million transactions: narrow `from`, `to` or another filter');
  }
}
