import { paramsNamed } from '../../live/list-query.ts';

/** The parameters of the address that select transactions. The API has the same names for them. */
const FILTERS = [
  'q',
  'walletId',
  'walletTag',
  'chain',
  'direction',
  'from',
  'to',
  'tokenSymbol',
  'status',
  'txType',
  'tag',
  'counterparty',
  'minValueUsd',
  'valueStatus',
  'destinationTag',
  'reference',
  'lookalike',
  'includeReorged',
] as const;
export type FilterName = (typeof FILTERS)[number];

type Params = Readonly<Record<string, string>>;

/** The filters of the address, as the API takes them. */
export const filtersIn = (params: Params): Params => paramsNamed(FILTERS, params);

/** The parameters of the address that the list takes: its filters, its order, and where a search continues. */
export const LIST_PARAMS = [...FILTERS, 'sort', 'cursor'];

/** The filters in words, such as "chain anvil, status failed". */
export const filterWords = (filters: Readonly<Record<string, string | number | undefined>>): string =>
  Object.entries(filters)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${value}`]))
    .join(', ');
