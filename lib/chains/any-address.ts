import * as z from 'zod';
import { addressFault } from './address.ts';
import { allFamilies } from './registry.ts';

const labels = allFamilies.map(({ label }) => label);
const hints = allFamilies.flatMap(({ addressHint }) => addressHint ?? []);
const FORM = `must be an address of ${labels.slice(0, -1).join(', ')} or ${labels.at(-1)} (${hints.join('; ')})`;

/**
 * An address of any chain, for rules that name no chain. An address that belongs to no family is refused, because a
 * rule with such an address would never match.
 */
export const AnyAddress = z.string().refine((text) => allFamilies.some((family) => family.looksLikeAddress(text)), {
  error: ({ input }) => addressFault(allFamilies, String(input), FORM),
});

/** The spelling in which addresses of an unknown family are compared. */
export const anyMatchForm = (address: string): string =>
  allFamilies.reduce((form, family) => family.matchForm(form), address);

/** The canonical spelling of an address of an unknown family, with the checksum of EVM. Other text stays as it is. */
export const anyCanonical = (address: string): string =>
  allFamilies.flatMap((family) => family.parseAddress(address) ?? [])[0]?.address ?? address;
