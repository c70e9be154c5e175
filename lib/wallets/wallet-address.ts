import { parseAddress } from '../chains/address.ts';
import type { ParsedAddress } from '../chains/port/family.ts';
import { type ChainId, chainOf } from '../chains/registry.ts';
import { invalidField } from '../values/errors.ts';

/**
 * The wallet's address in its canonical form, valid on all of its chains.
 * @throws ApiError `validation_failed` on `chains` when they are of different families, on `field` for the address.
 */
export function addressOf(text: string, chains: readonly ChainId[], field = 'address'): ParsedAddress {
  const families = new Set(chains.map((chain) => chainOf(chain).family));
  const [family, other] = families;
  if (family === undefined || other !== undefined) {
    throw invalidField('chains', 'must be of one family: an address belongs to one');
  }
  const parsed = chains.map((chain) => ({ chain, address: parseAddress(chain, text) }));
  const [first] = parsed;
  const refused = parsed.find(({ address }) => address === null);
  if (!first?.address || refused !== undefined) {
    throw invalidField(field, `is not a valid address of ${refused?.chain}`);
  }
  return first.address;
}
