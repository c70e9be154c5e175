import type { ChainwatchClient } from '../../sdk/index.ts';
import { LISTED_BY, LISTS } from '../base/nameable.ts';
import { allNamed, namesSeveral, newest } from '../base/named.ts';
import { isFields } from '../manifest/decimal-text.ts';

const CONDITIONS: readonly string[] = ['counterparty_in', 'counterparty_not_in'];
/** What the API takes: an address of any chain, an address list, or a word for a group. */
const OF_API = /^(list:.*|own_wallets|address_book|0x[0-9a-f]{40}|[1-9A-HJ-NP-Za-km-z]{25,90})$/i;

/**
 * Conditions with addresses in place of labels of the address book. A label that several entries have stands for all
 * of their addresses. Looks at the newest 1,000 entries, and only when there is a label.
 * @throws CommandError when no entry has a label.
 */
export async function withAddresses(api: ChainwatchClient, conditions: unknown): Promise<unknown> {
  if (!isFields(conditions)) return conditions;
  const isLabel = (text: unknown): text is string => typeof text === 'string' && !OF_API.test(text);
  const stated = Object.entries(conditions).flatMap(([name, value]) => (isOfCounterparties(name, value) ? value : []));
  if (!stated.some(isLabel)) return conditions;
  const entries = await newest(LISTS.entry(api));
  const addressesOf = (label: string): string[] => {
    const found = allNamed({ what: 'entry of the address book', listedBy: LISTED_BY.entry }, label, entries);
    const isBeginning = found.some(({ names }) => names[0]?.toLowerCase() !== label.toLowerCase());
    if (found.length > 1 && isBeginning) throw namesSeveral(label, found);
    return found.flatMap(({ names }) => names[1] ?? []);
  };
  return Object.fromEntries(
    Object.entries(conditions).map(([name, value]) => [
      name,
      isOfCounterparties(name, value)
        ? [...new Set(value.flatMap((each) => (isLabel(each) ? addressesOf(each) : [each])))]
        : value,
    ]),
  );
}

const isOfCounterparties = (name: string, value: unknown): value is unknown[] =>
  CONDITIONS.includes(name) && Array.isArray(value);
