/** Addresses that a rule names together, as a sentence goes on after "the counterparty is". */
const GROUPS: Readonly<Record<string, string>> = {
  own_wallets: 'an own wallet',
  address_book: 'in the address book',
};
const LIST = /^list:/;

/** How a sentence names a group: `on the list exchanges`. Undefined for an address. */
export const groupInWords = (name: string): string | undefined =>
  LIST.test(name) ? `on the list ${name.replace(LIST, '')}` : GROUPS[name];

/** The names that a reason states, and how many it leaves out. */
const STATED = /^(.*?)(?: and (\d+ more))?$/s;

/**
 * The counterparties that a reason states, in words: `one of 0x28C6… or on the list exchanges`.
 * @param stated the names as the API states them: `0x28C6…, list:exchanges and 2 more`.
 * @param isOneOf false for what the counterparty must not be: `not in the address book`.
 */
export function partiesInWords(stated: string, isOneOf: boolean): string {
  const [, names = stated, more] = STATED.exec(stated) ?? [];
  const all = names.split(', ');
  const addresses = all.filter((name) => groupInWords(name) === undefined);
  const parts = [
    ...(addresses.length === 0 ? [] : [`${isOneOf ? 'one' : 'none'} of ${addresses.join(', ')}`]),
    ...all.flatMap((name) => groupInWords(name) ?? []).map((group) => (isOneOf ? group : `not ${group}`)),
    ...(more === undefined ? [] : [more]),
  ];
  return new Intl.ListFormat('en-GB', { type: isOneOf ? 'disjunction' : 'conjunction' }).format(parts);
}
