import { classicAddressToXAddress, isValidXAddress, xAddressToClassicAddress } from 'ripple-address-codec';
import type { Wallet } from '../base/api-values.ts';

/** The families of the chains, by the id of the chain. */
export type Families = ReadonlyMap<string, string>;

/**
 * What identifies a wallet: its family and address, as one text that is the same for all spellings that the API takes.
 * These are an EVM address in any case, and an X-address in place of a classic address.
 */
export function identityOf(address: string, chains: readonly string[], families: Families): string {
  const family = families.get(chains[0] ?? '') ?? 'unknown';
  if (family === 'evm') return `${family} ${address.toLowerCase()}`;
  const classic =
    family === 'xrp' && isValidXAddress(address) ? xAddressToClassicAddress(address).classicAddress : address;
  return `${family} ${classic}`;
}

/** The destination tag that an X-address states, null for an X-address without a tag, and undefined for the rest. */
export function statedTag(address: string): number | null | undefined {
  if (!isValidXAddress(address)) return undefined;
  const { tag } = xAddressToClassicAddress(address);
  return tag === false ? null : tag;
}

export const identityOfWallet = ({ address, chains }: Wallet, families: Families): string =>
  identityOf(address, chains, families);

/** The address of a wallet as one text. A destination tag makes the address an X-address, which names its network. */
export const xAddressOf = ({ address, chains, destinationTag }: Wallet): string =>
  destinationTag === undefined
    ? address
    : classicAddressToXAddress(
        address,
        destinationTag,
        chains.some((chain) => chain.endsWith('-testnet')),
      );
