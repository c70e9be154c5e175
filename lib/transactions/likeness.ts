import { ChainId, chainOf, familyOf } from '../chains/registry.ts';

const SHOWN = 4;

/**
 * What people compare of an address: its first four and last four characters, without the prefix that all addresses of
 * the family have. Two addresses with the same likeness look alike.
 * @param chain any text, because a rule test takes any chain.
 * @param form the address in match form.
 */
export function likenessOf(chain: string, form: string): string {
  const known = ChainId.safeParse(chain);
  const prefix = known.success ? familyOf(chainOf(known.data).family).addressPrefix : '';
  const own = form.startsWith(prefix) ? form.slice(prefix.length) : form;
  return `${own.slice(0, SHOWN)}${own.slice(-SHOWN)}`;
}
