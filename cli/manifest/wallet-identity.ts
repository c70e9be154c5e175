import { classicAddressToXAddress, isValidXAddress, xAddressToClassicAddress } from 'ripple-address-codec';
import type { Wallet } from '../base/api-values.ts';

/** The families of the chains, by the id of the chain. */
export type Families = ReadonlyMap<string, string>;

/**
 * What identifies a wallet: its family, address and destination tag, as one text that is the same for all spellings
 * that the API takes. These are an EVM address in any case, and an X-address in place of a classic address with its
 * tag.
 */
export function identityOf(address: string, chains: readonly string[], families: Families, tag?: number): string {
  const family = families.get(chains[0] ?? '') ?? 'unknown';
  if (family === 'evm') return `${family} ${address.toLowerCase()}`;
  const account = family === 'xrp' ? accountOf(address, tag) : { address };
  return `${family} ${account.address} ${account.tag ?? ''}`.trimEnd();
}

/** What identifies an entry of the address book: its address, the same for all spellings that the API takes. */
export const identityOfEntry = ({ address }: { readonly address: string }): string =>
  /^0x[0-9a-f]{40}$/i.test(address) ? address.toLowerCase() : accountOf(address).address;

/** The classic address and the tag of an address in either spelling. */
function accountOf(address: string, tag?: number): { readonly address: string; readonly tag?: number } {
  if (!isValidXAddress(address)) return { address, ...(tag !== undefined && { tag }) };
  const { classicAddress, tag: stated } = xAddressToClassicAddress(address);
  return { address: classicAddress, ...(stated !== false && { tag: stated }) };
}

export const identityOfWallet = ({ address, chains, destinationTag }: Wallet, families: Families): string =>
  identityOf(address, chains, families, destinationTag);

/** The address of a wallet as one text. A destination tag makes the address an X-address, which names its network. */
export const xAddressOf = ({ address, chains, destinationTag }: Wallet): string =>
  destinationTag === undefined
    ? address
    : classicAddressToXAddress(
        address,
        destinationTag,
        chains.some((chain) => chain.endsWith('-testnet')),
      );
