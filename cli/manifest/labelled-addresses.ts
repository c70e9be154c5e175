import type { ChainwatchClient } from '../../sdk/index.ts';
import { LISTED_BY, LISTS } from '../base/nameable.ts';
import { allNamed, namesSeveral, newest } from '../base/named.ts';
import { isFields } from './decimal-text.ts';

/** The conditions that name addresses. */
const NAMING = ['counterparty_in', 'counterparty_not_in', 'addresses'] as const;
const GROUPS: readonly unknown[] = ['own_wallets', 'address_book'];
/** No address of any chain is shorter, and none has a space. */
const ADDRESS = /^\S{20,}$/;

const isLabel = (value: unknown): value is string =>
  typeof value === 'string' && !GROUPS.includes(value) && !value.startsWith('list:') && !ADDRESS.test(value);

/**
 * The conditions of a rule as the API takes them: with an address in place of each label of the address book. Reads the
 * book only when the conditions have a label.
 * @throws CommandError for a label that no entry has, or that several have.
 */
export async function withAddresses(api: ChainwatchClient, conditions: unknown): Promise<unknown> {
  if (!isFields(conditions)) return conditions;
  const stated = NAMING.flatMap((name) => (name in conditions ? [[name, [conditions[name]].flat()] as const] : []));
  if (!stated.some(([, values]) => values.some(isLabel))) return conditions;
  const entries = await newest(LISTS.entry(api));
  const addressOf = (value: unknown): unknown => {
    if (!isLabel(value)) return value;
    const [only, ...others] = allNamed({ what: 'entry', listedBy: LISTED_BY.entry }, value, entries);
    if (others.length > 0) throw namesSeveral(value, [only, ...others]);
    const [, address = value] = only.names;
    return address;
  };
  return { ...conditions, ...Object.fromEntries(stated.map(([name, values]) => [name, values.map(addressOf)])) };
}
