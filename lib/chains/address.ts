import type { ChainFamily, ParsedAddress } from './port/family.ts';
import { chainOf, familyOf } from './registry.ts';

/** The canonical form of an address on a chain; null when the address is not valid on the chain. */
export function parseAddress(chain: string, text: string): ParsedAddress | null {
  const { family, testnet } = chainOf(chain);
  return familyOf(family).parseAddress(text, testnet);
}

/**
 * What is wrong with a text that no family takes for an address, as the end of a sentence.
 * @param otherwise the end of the sentence when no checksum shows a typing mistake.
 */
export const addressFault = (families: readonly ChainFamily[], text: string, otherwise: string): string =>
  families.some(({ isMistyped }) => isMistyped?.(text))
    ? 'has a wrong checksum, so at least one character is wrong; copy the whole address again'
    : otherwise;

/** Why an address is no account of a user on a chain, as the end of a sentence; null when no list has the address. */
export function listedReason(chain: string, address: string): string | null {
  const { family, wrappedToken } = chainOf(chain);
  if (address === wrappedToken) return 'is the contract of the wrapped coin';
  const found = familyOf(family).listed.find(
    ({ chains, addresses }) => (chains === undefined || chains.includes(chain)) && addresses.includes(address),
  );
  return found?.reason ?? null;
}

/** The spelling in which watch keys and blocks of a chain name an address. */
export const matchForm = (chain: string, address: string): string => familyOf(chainOf(chain).family).matchForm(address);
