import * as z from 'zod';
import { ChainId, chainOf, familyOf } from './registry.ts';

const SHOWN = 4;

/** An address that a counterparty looks like without being it. */
export const Lookalike = z.object({
  of: z.string().describe('The known address: its first four and last four characters are the same'),
  kind: z.enum(['paid', 'book']).describe('Whether the wallet has paid the address, or the address book has it'),
});
export type Lookalike = z.output<typeof Lookalike>;

/**
 * What people compare of an address: its first four and last four characters, without the prefix that all addresses of
 * the family have. Two addresses with the same likeness look alike.
 * @param chain any text, because a rule test takes any chain.
 * @param form the address in match form.
 */
export function likenessOf(chain: string, form: string): string {
  const known = ChainId.safeParse(chain);
  return known.success ? likenessIn(chainOf(known.data).family, form) : shownOf(form);
}

/** The likeness of an address of a family. */
export function likenessIn(family: Parameters<typeof familyOf>[0], form: string): string {
  const { addressPrefix } = familyOf(family);
  return shownOf(form.startsWith(addressPrefix) ? form.slice(addressPrefix.length) : form);
}

const shownOf = (own: string): string => `${own.slice(0, SHOWN)}${own.slice(-SHOWN)}`;
