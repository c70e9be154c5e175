/** Many addresses that a rule names by one word. */
const GROUPS = [
  { value: 'own_wallets', label: 'Own wallets' },
  { value: 'address_book', label: 'The address book' },
];

const LIST = 'list:';

/** The fields that name addresses and address lists, and whether they also take the groups. */
export const NAMING_FIELDS: ReadonlyMap<string, { readonly takesGroups: boolean }> = new Map([
  ['conditions.counterparty_in', { takesGroups: true }],
  ['conditions.counterparty_not_in', { takesGroups: true }],
  ['conditions.addresses', { takesGroups: false }],
]);

/** What a field names, as a person reads it. */
export const counterpartyLabel = (named: string): string =>
  GROUPS.find(({ value }) => value === named)?.label ??
  (named.startsWith(LIST) ? `The list ${named.slice(LIST.length)}` : named);

/** The names in a text that a person typed or pasted: neither addresses nor names of lists have spaces. */
export const namesIn = (text: string): readonly string[] => text.split(/[\s,;]+/).filter((name) => name !== '');

interface AddressList {
  readonly name: string;
  readonly purpose: string;
  readonly size: number;
}

/** What a field offers beside addresses, without what it names already. */
export function counterpartyChoices(lists: readonly AddressList[], named: readonly string[], takesGroups: boolean) {
  const ofLists = lists.map(({ name, purpose, size }) => {
    const value = `${LIST}${name}`;
    return {
      value,
      label: counterpartyLabel(value),
      description: `${purpose}, ${size.toLocaleString('en')} addresses`,
    };
  });
  return [...(takesGroups ? GROUPS : []), ...ofLists].filter(({ value }) => !named.includes(value));
}
