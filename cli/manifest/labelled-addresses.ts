import type { ChainwatchClient } from '../../sdk/index.ts';
import { hintAt } from '../base/did-you-mean.ts';
import { wrongUse } from '../base/failures.ts';
import { LISTS } from '../base/nameable.ts';
import { newest } from '../base/named.ts';
import { isFields } from './decimal-text.ts';

/** An address that people know by a label: an entry of the address book, or an own wallet. */
export interface Labelled {
  readonly label: string;
  readonly address: string;
}

/** The conditions that name addresses. */
const NAMING = ['counterparty_in', 'counterparty_not_in', 'addresses'] as const;
const GROUPS: readonly unknown[] = ['own_wallets', 'address_book'];
/** No address of any chain is shorter, and none has a space. */
const ADDRESS = /^\S{20,}$/;

const isLabel = (value: unknown): value is string =>
  typeof value === 'string' && !GROUPS.includes(value) && !value.startsWith('list:') && !ADDRESS.test(value);

/** The names of addresses in the conditions of a rule, with their places. */
const namedIn = (conditions: unknown) =>
  isFields(conditions)
    ? NAMING.flatMap((name) => (name in conditions ? [[name, [conditions[name]].flat()] as const] : []))
    : [];

const isOf = (text: string, { label }: Labelled): boolean => label.toLowerCase() === text.toLowerCase();

/**
 * The labels by which conditions may name addresses. Reads the newest 1,000 entries of the address book and the newest
 * 1,000 wallets, and nothing when the conditions have no label, or only labels that the file states.
 * @param stated the entries and wallets of the file.
 */
export async function labelledAddresses(
  api: ChainwatchClient,
  conditions: readonly unknown[],
  stated: readonly Labelled[] = [],
): Promise<readonly Labelled[]> {
  const labels = conditions.flatMap((each) => namedIn(each).flatMap(([, values]) => values.filter(isLabel)));
  if (labels.every((text) => stated.some((each) => isOf(text, each)))) return stated;
  const lists = await Promise.all([newest(LISTS.entry(api)), newest(LISTS.wallet(api))]);
  const present = lists.flat().flatMap(({ names: [label, address] }) => (label && address ? [{ label, address }] : []));
  // What the file states comes first: a label of the file names the address of the file.
  return [...stated, ...present.filter((each) => !stated.some((other) => isOf(each.label, other)))];
}

/**
 * The conditions of a rule as the API takes them: with an address in place of each label.
 * @param refuse gets why a label names no address, and the place of the label in the conditions.
 */
export function withAddresses(
  conditions: Readonly<Record<string, unknown>>,
  labelled: readonly Labelled[],
  refuse: (why: string, ...place: PropertyKey[]) => void,
): Record<string, unknown> {
  const addressOf = (text: string, ...place: PropertyKey[]): string => {
    const addresses = [...new Set(labelled.filter((each) => isOf(text, each)).map(({ address }) => address))];
    const [address, ...others] = addresses;
    if (address === undefined) {
      const hint = hintAt(text, [...labelled.map(({ label }) => label), ...GROUPS.map(String)]);
      refuse(`no entry of the address book and no wallet has the label ${text}${hint}`, ...place);
    } else if (others.length > 0) {
      refuse(`${text} is the label of ${addresses.length} addresses: ${addresses.join(', ')}. Write one`, ...place);
    }
    return address ?? text;
  };
  const replaced = namedIn(conditions)
    .filter(([, values]) => values.some(isLabel))
    .map(([name, values]) => [name, values.map((value, n) => (isLabel(value) ? addressOf(value, name, n) : value))]);
  return { ...conditions, ...Object.fromEntries(replaced) };
}

/**
 * The conditions of a rule on the command line, with an address in place of each label.
 * @throws CommandError for a label that names no address, or several.
 */
export async function addressed(api: ChainwatchClient, conditions: unknown): Promise<unknown> {
  if (!isFields(conditions)) return conditions;
  const wrong: string[] = [];
  const labelled = await labelledAddresses(api, [conditions]);
  const read = withAddresses(conditions, labelled, (why, name) => wrong.push(`--conditions: ${String(name)}: ${why}`));
  if (wrong.length > 0) throw wrongUse(wrong.join('\n'));
  return read;
}
