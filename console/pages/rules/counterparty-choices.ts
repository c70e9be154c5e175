import { type AddressLabel, familyOfTyped, typedAddress } from '../../../sdk/index.ts';
import { foreignText } from '../../design/foreign-text.ts';

/** Many addresses that a rule names by one word. */
const GROUPS = [
  { value: 'own_wallets', label: 'Own wallets' },
  { value: 'address_book', label: 'The address book' },
];

const LIST = 'list:';
const MOST_OF_LABEL = 64;

/** The fields that name addresses and address lists, and whether they also take the groups. */
export const NAMING_FIELDS: ReadonlyMap<string, { readonly takesGroups: boolean }> = new Map([
  ['conditions.counterparty_in', { takesGroups: true }],
  ['conditions.counterparty_not_in', { takesGroups: true }],
  ['conditions.addresses', { takesGroups: false }],
]);

/** What a field names, as a person reads it. */
export function counterpartyLabel(named: string, labelOf: AddressLabel = () => undefined): string {
  const group = GROUPS.find(({ value }) => value === named)?.label;
  if (group !== undefined) return group;
  if (named.startsWith(LIST)) return `The list ${named.slice(LIST.length)}`;
  const label = labelOf(named);
  return label === undefined ? named : foreignText(label, MOST_OF_LABEL);
}

/** Whether a field names one address, and no group or list. */
export const isAddress = (named: string): boolean =>
  !named.startsWith(LIST) && GROUPS.every(({ value }) => value !== named);

/** The names in a text that a person typed or pasted. Only an address may have spaces: it may come in pieces. */
export const namesIn = (text: string): readonly string[] =>
  familyOfTyped(text) === undefined ? text.split(/[\s,;]+/).filter((name) => name !== '') : [typedAddress(text)];

interface AddressList {
  readonly name: string;
  readonly purpose: string;
  readonly size: number;
}

interface Entry {
  readonly address: string;
  readonly label: string;
}

interface Choice {
  /** As the API takes it. */
  readonly value: string;
  readonly label: string;
  readonly description?: string;
}

/** What a field offers beside addresses that a person types: groups, address lists, and entries of the address book. */
export function counterpartyChoices(
  lists: readonly AddressList[],
  entries: readonly Entry[],
  takesGroups: boolean,
): readonly Choice[] {
  const ofLists = lists.map(({ name, purpose, size }) => {
    const value = `${LIST}${name}`;
    const description = `${purpose}, ${size.toLocaleString('en')} addresses`;
    return { value, label: counterpartyLabel(value), description };
  });
  const ofBook = entries.map(({ address, label }) => ({
    value: address,
    label: foreignText(label, MOST_OF_LABEL),
    description: address,
  }));
  return [...(takesGroups ? GROUPS : []), ...ofLists, ...ofBook];
}

/** The choices that a text finds, without those that the field names already. */
export const foundChoices = (choices: readonly Choice[], text: string, named: readonly string[]) => {
  const words = text.toLowerCase().split(/\s+/);
  const isFound = ({ value, label }: Choice) => words.every((word) => `${label} ${value}`.toLowerCase().includes(word));
  return choices.filter((choice) => !named.includes(choice.value) && isFound(choice));
};

/** No address of any chain is shorter. The service says whether a longer text is an address. */
const SHORTEST_ADDRESS = 20;

/** Whether a text may be a whole address, or several. */
export const mayBeAddresses = (text: string): boolean =>
  namesIn(text).length > 0 && namesIn(text).every((name) => isAddress(name) && name.length >= SHORTEST_ADDRESS);

/** What a typed or pasted text stands for. */
export type Typed =
  | { readonly named: readonly string[]; readonly fault?: undefined }
  | { readonly fault: string; readonly named?: undefined };

/**
 * Reads a text that a person typed or pasted: the words of a choice, or names as the API takes them.
 * @returns what the text names, of which the service has yet to accept the addresses; or why the text names nothing.
 */
export function readTyped(text: string, choices: readonly Choice[]): Typed {
  const lower = text.trim().toLowerCase();
  const [only, ...others] = choices.filter(({ label }) => label.toLowerCase() === lower);
  if (only !== undefined && others.length === 0) return { named: [only.value] };
  if (only !== undefined)
    return { fault: `Several entries are called ${quoted(text)}. Choose one of them in the list.` };
  const names = namesIn(text);
  const unknown = names.find((name) => !mayBeAddresses(name) && choices.every(({ value }) => value !== name));
  if (unknown === undefined) return { named: names };
  const whole = names.length > 1 && !names.some(mayBeAddresses) ? text : unknown;
  return {
    fault: `${quoted(whole)} is no address, and no known label or list. Choose in the list, or paste an address.`,
  };
}

/** What the field says of a text that the service takes for no address. */
export const noAddress = (text: string): string =>
  `${quoted(text)} is no valid address: a character is wrong or missing. Copy the whole address again.`;

/** What the field says of words that the user has not chosen. */
export const notChosen = (text: string): string =>
  `${quoted(text)} is not chosen yet. Choose it in the list, or press Enter.`;

const quoted = (text: string): string => `“${foreignText(text.trim(), 60)}”`;
