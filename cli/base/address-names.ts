import { bookLabels } from '../../sdk/book-labels.ts';
import type { AddressLabel } from '../../sdk/index.ts';
import type { Cli } from './command.ts';
import { LISTS } from './nameable.ts';
import { newest } from './named.ts';

/**
 * The labels of addresses: that of an own wallet, else that of the address book. Asks nothing when there is no address.
 * An address of an EVM chain may have any case.
 */
export async function addressNames({ api }: Pick<Cli, 'api'>, addresses: readonly string[]): Promise<AddressLabel> {
  if (addresses.length === 0) return () => undefined;
  const own = new Map<string, string>();
  for (const { names } of await newest(LISTS.wallet(api))) {
    const [label, address] = names;
    if (label !== undefined && address !== undefined) own.set(comparable(address), label);
  }
  const foreign = addresses.filter((address) => !own.has(comparable(address)));
  const inBook = await bookLabels(api, foreign);
  return (address) => own.get(comparable(address)) ?? inBook(address);
}

const comparable = (address: string): string => (/^0x/i.test(address) ? address.toLowerCase() : address);
