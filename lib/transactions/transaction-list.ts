import { hash } from 'node:crypto';
import { anyMatchForm } from '../chains/any-address.ts';
import type { FieldCondition, ListedRecords, ListFilter, RecordQuery } from '../platform/lists/index.ts';
import { keys } from '../platform/table/keys.ts';
import { compare } from '../values/decimal.ts';
import { invalidField } from '../values/errors.ts';
import type { OrganisationId } from '../values/ids.ts';
import { TransactionItem } from './item.ts';
import type { TransactionFilters } from './transaction-query.ts';

const few = ['chain', 'direction', 'wallet', 'reorged', 'status', 'txType'] as const;

/**
 * The list of transactions. Fields may be added at the end; the order of the others is stored. `parties`, `tags`,
 * `usd`, `revision`, `destination` and `references` have too many values to be counted. The status of a value is
 * `pending`, or follows from `usd`: so the entries of records from before the field are right.
 */
export const transactionList: ListedRecords<typeof TransactionItem> = {
  definition: {
    name: 'TX',
    fields: [
      ...few,
      'token',
      'parties',
      'tags',
      'usd',
      'revision',
      'pending',
      'destination',
      'references',
      'lookalike',
    ],
    views: [
      { name: 'few', fields: [...few, 'pending', 'lookalike'] },
      // By the field with the most values.
      { name: 'all', fields: [...few, 'token', 'pending', 'lookalike'], shards: { by: 'token', count: 6 } },
    ],
    terms: ['parties', 'tags', 'destination', 'references'],
    dividedBy: 'wallet',
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
        record.valueStatus === 'pending' ? 'yes' : '',
        record.destinationTag === null ? '' : String(record.destinationTag),
        termsOf(organisationId, new Set(record.references.map(({ value }) => value))),
        record.transfers.some(({ lookalike }) => lookalike) ? 'yes' : '',
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

/**
 * The query of the list for filters of the API. `q` is no part of it.
 * @param wallet the condition of `walletId` and `walletTag` (`walletConditions`).
 */
export function listQueryOf(
  organisationId: OrganisationId,
  filters: TransactionFilters,
  wallet: FieldCondition | string | undefined = filters.walletId,
): RecordQuery {
  const { chain, direction, tokenSymbol, status, txType, tag, counterparty, valueStatus } = filters;
  const { destinationTag, reference, lookalike } = filters;
  const filter: ListFilter = {
    chain,
    direction,
    wallet,
    status,
    txType,
    token: tokenSymbol?.toLowerCase(),
    ...(filters.includeReorged !== 'true' && { reorged: '' }),
    ...(counterparty !== undefined && { parties: hasTerm(organisationId, anyMatchForm(counterparty)) }),
    ...(tag !== undefined && { tags: hasTerm(organisationId, tag) }),
    ...(valueStatus !== undefined && { pending: valueStatus === 'pending' ? 'yes' : '' }),
    ...(lookalike !== undefined && { lookalike: lookalike === 'true' ? 'yes' : '' }),
    ...(destinationTag !== undefined && { destination: destinationTag === 'none' ? '' : { has: destinationTag } }),
    ...(reference !== undefined && { references: hasTerm(organisationId, reference) }),
    ...usdFilter(filters),
  };
  const order = filters.sort === 'blockTimestamp' ? 'oldest first' : 'newest first';
  // No count answers these filters, so they examine the matches of the others.
  const examining = (
    ['counterparty', 'tag', 'minValueUsd', 'valueStatus', 'destinationTag', 'reference', 'walletTag'] as const
  ).find((name) => filters[name] !== undefined);
  return { filter, from: filters.from, to: filters.to, order, ...(examining && { refusal: () => tooMany(examining) }) };
}

const tooMany = (name: string) =>
  invalidField(name, 'would examine more than a million transactions: narrow `from`, `to` or another filter');

function usdFilter({ minValueUsd, valueStatus }: TransactionFilters): ListFilter {
  if (minValueUsd === undefined && (valueStatus ?? 'pending') === 'pending') return {};
  const isWanted = (value: string) =>
    (valueStatus !== 'known' || value !== '') &&
    (valueStatus !== 'unpriced' || value === '') &&
    (minValueUsd === undefined || (value !== '' && compare(value, minValueUsd) >= 0));
  return { usd: { test: isWanted } };
}
