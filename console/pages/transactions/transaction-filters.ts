/** The parameters of the address that select transactions. The API has the same names for them. */
const FILTERS = [
  'q',
  'walletId',
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
  'includeReorged',
] as const;
export type FilterName = (typeof FILTERS)[number];

type Params = Readonly<Record<string, string>>;

/** The filters of the address, as the API takes them. The API judges their values. */
export const filtersIn = (params: Params): Params =>
  Object.fromEntries(FILTERS.flatMap((name) => (params[name] === undefined ? [] : [[name, params[name]]])));

interface Place {
  readonly page: number;
  readonly pageSize: number;
}

/**
 * The query of the list: its filters, its order and its place. A cursor continues a search and takes the place of the
 * page.
 */
export function listQuery(params: Params, { page, pageSize }: Place): string {
  const { sort, cursor } = params;
  return new URLSearchParams({
    ...filtersIn(params),
    ...(sort !== undefined && { sort }),
    ...(cursor === undefined ? { page: String(page) } : { cursor }),
    pageSize: String(pageSize),
  }).toString();
}

/** The filters in words, such as "chain anvil, status failed". */
export const filterWords = (filters: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(filters)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${value}`]))
    .join(', ');
