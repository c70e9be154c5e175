import { parseAddress } from '../../../chains/address.ts';
import { anyMatchForm } from '../../../chains/any-address.ts';
import { ChainId } from '../../../chains/registry.ts';
import type { MetBefore } from '../../../transactions/met-before.ts';
import type { OrganisationId } from '../../../values/ids.ts';

/** Addresses that a rule names together: an address list by its name, the own wallets, or the address book. */
export type Group = 'own_wallets' | 'address_book' | `list:${string}`;

const LIST = /^list:[a-z0-9-]{1,64}$/;

export const isGroup = (text: string): text is Group =>
  text === 'own_wallets' || text === 'address_book' || LIST.test(text);

/** The name of the address list; undefined for another group, or an address. */
export const listNamed = (text: string): string | undefined => (LIST.test(text) ? text.slice(5) : undefined);

type Dealt = Parameters<MetBefore['firsts']>[1];

/** What the address book and the lists of a question say of an address. */
export interface KnownParty {
  readonly isInBook: boolean;
  readonly lists: ReadonlySet<string>;
}

/** Where the facts about addresses are. */
export interface PartySource {
  /** See lib/address-book/known-addresses.ts. */
  knownAddresses(
    organisationId: OrganisationId,
    addresses: readonly string[],
    asked: { readonly book: boolean; readonly lists: readonly string[] },
  ): Promise<ReadonlyMap<string, KnownParty>>;
  /** Those of the addresses that are wallets of the organisation. */
  ownedAmong(organisationId: OrganisationId, chain: string, addresses: readonly string[]): Promise<ReadonlySet<string>>;
  /** See `MetBefore.firsts`. */
  firstDealings(organisationId: OrganisationId, transaction: Dealt): Promise<ReadonlySet<string>>;
}

/** The groups of each address that belongs to any, by the match form of the address. */
export type Grouped = ReadonlyMap<string, ReadonlySet<Group>>;

/** Which of the groups contain these addresses of a chain. Reads nothing when no group or no address is asked. */
export async function groupsOf(
  { knownAddresses, ownedAmong }: PartySource,
  organisationId: OrganisationId,
  chain: string,
  addresses: readonly string[],
  groups: ReadonlySet<Group>,
): Promise<Grouped> {
  const isKnownChain = ChainId.safeParse(chain).success;
  const canonical = [...new Set(addresses.map((each) => (isKnownChain ? canonicalOf(chain, each) : each)))];
  if (canonical.length === 0 || groups.size === 0) return new Map();
  const lists = [...groups].flatMap((group) => listNamed(group) ?? []);
  const book = groups.has('address_book');
  const [known, owned] = await Promise.all([
    book || lists.length > 0 ? knownAddresses(organisationId, canonical, { book, lists }) : undefined,
    groups.has('own_wallets') && isKnownChain ? ownedAmong(organisationId, chain, canonical) : undefined,
  ]);
  return new Map(
    canonical.map((address) => {
      const found = known?.get(address);
      const its = new Set<Group>([...(found?.lists ?? [])].map((name): Group => `list:${name}`));
      if (found?.isInBook) its.add('address_book');
      if (owned?.has(address)) its.add('own_wallets');
      return [anyMatchForm(address), its];
    }),
  );
}

/** Records name canonical addresses. A transaction given to a rule test may name any spelling, and any chain. */
const canonicalOf = (chain: string, address: string): string =>
  address === anyMatchForm(address) ? (parseAddress(chain, address)?.address ?? address) : address;

/**
 * Asks once for all that is asked in one turn, and again only for what was not asked before: rules of a transaction ask
 * at the same time.
 */
export function asked<Q, A>(read: (all: ReadonlySet<Q>) => Promise<A>): (questions: readonly Q[]) => Promise<A> {
  const all = new Set<Q>();
  let answer: Promise<A> | undefined;
  let isOpen = false;
  return (questions) => {
    const isAnswered = answer !== undefined && questions.every((each) => all.has(each));
    for (const each of questions) all.add(each);
    if (answer !== undefined && (isAnswered || isOpen)) return answer;
    isOpen = true;
    answer = Promise.resolve().then(() => {
      isOpen = false;
      return read(new Set(all));
    });
    return answer;
  };
}
