import type { ChainwatchClient } from './client.ts';
import { dataOf } from './problem.ts';
import type { AddressLabel, ToldRule } from './rule-sentence.ts';

/** A book with more entries is asked for the single addresses, and for so many at most: each costs a request. */
const NEWEST = 100;
const MOST_ASKED = 20;

const GROUPS: readonly unknown[] = ['own_wallets', 'address_book', 'native'];

/** The addresses that the sentence of a rule names. */
export const addressesNamed = ({ conditions }: Pick<ToldRule, 'conditions'>): readonly string[] =>
  ['counterparty_in', 'counterparty_not_in', 'contract_address', 'token_address', 'asset']
    .flatMap((name) => conditions[name] ?? [])
    .filter((value) => typeof value === 'string')
    .filter((value) => !GROUPS.includes(value) && !value.startsWith('list:'));

/**
 * Reads the labels of addresses from the address book: the newest entries at once, and in a larger book each other
 * address by itself. Asks nothing when there is no address.
 */
export async function bookLabels(
  api: ChainwatchClient,
  addresses: readonly string[],
  signal?: AbortSignal,
): Promise<AddressLabel> {
  const wanted = [...new Set(addresses.map(comparable))];
  const labels = new Map<string, string>();
  const read = async (query: { readonly pageSize: number; readonly q?: string }) => {
    const { data, meta } = dataOf(await api.GET('/api/address-book', { params: { query }, ...(signal && { signal }) }));
    for (const { address, label } of data) labels.set(comparable(address), label);
    return meta;
  };
  if (wanted.length > 0 && (await read({ pageSize: NEWEST })).next !== null) {
    const others = wanted.filter((address) => !labels.has(address)).slice(0, MOST_ASKED);
    await Promise.all(others.map((q) => read({ q, pageSize: 1 })));
  }
  return (address) => labels.get(comparable(address));
}

/** Rules name EVM addresses in any case, and the book has checksums. */
const comparable = (address: string): string => (/^0x/i.test(address) ? address.toLowerCase() : address);
