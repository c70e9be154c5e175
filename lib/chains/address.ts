import type { ParsedAddress } from './port/family.ts';
import { chainOf, familyOf } from './registry.ts';

/** The canonical form of an address on a chain; null when the address is not valid on the chain. */
export function parseAddress(chain: string, text: string): ParsedAddress | null {
  const { family, testnet } = chainOf(chain);
  return familyOf(family).parseAddress(text, testnet);
}

/** The spelling in which watch keys and blocks of a chain name an address. */
export const matchForm = (chain: string, address: string): string => familyOf(chainOf(chain).family).matchForm(address);
