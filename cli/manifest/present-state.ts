import { type ChainwatchClient, type components, dataOf, pages } from '../../sdk/index.ts';
import type { Destination, Rule, Settings, Wallet, Webhook } from '../base/api-values.ts';
import type { Manifest } from './manifest-schema.ts';
import type { Families } from './wallet-identity.ts';

/** What the organisation has now. */
export interface PresentState {
  readonly families: Families;
  readonly wallets: readonly Wallet[];
  readonly rules: readonly Rule[];
  readonly addressLists: readonly components['schemas']['AddressList'][];
  readonly addressBook: readonly components['schemas']['AddressBookEntry'][];
  readonly destinations: readonly Destination[];
  readonly webhooks: readonly Webhook[];
  /** Null when nobody asked for the settings, which need an admin key. */
  readonly settings: Settings | null;
}

/** How the long lists are read. By default, all of their records are. */
interface LongLists {
  wallets(families: Families): Promise<readonly Wallet[]>;
  addressBook(): Promise<PresentState['addressBook']>;
}

/** Reads what the sections of a manifest concern. Rules name wallets, and matches name both. */
export async function readPresentState(
  api: ChainwatchClient,
  sections: { readonly [section in keyof Manifest]?: unknown },
  long: LongLists = {
    wallets: () => all(pages((cursor) => api.GET('/api/wallets', query(cursor)))),
    addressBook: () => all(pages((cursor) => api.GET('/api/address-book', query(cursor)))),
  },
): Promise<PresentState> {
  const { addressLists, addressBook, destinations, webhooks, settings } = sections;
  const rules = sections.rules ?? destinations ?? webhooks;
  const wallets = sections.wallets ?? rules;
  const chainList = wallets === undefined ? [] : await all(pages((cursor) => api.GET('/api/chains', query(cursor))));
  const families = new Map(chainList.map(({ id, family }) => [id, family]));
  const [walletList, ruleList, listList, entryList, destinationList, hooks, present] = await Promise.all([
    wallets === undefined ? [] : long.wallets(families),
    rules === undefined ? [] : all(pages((cursor) => api.GET('/api/alerts/rules', query(cursor)))),
    addressLists === undefined ? [] : all(pages((cursor) => api.GET('/api/address-lists', query(cursor)))),
    addressBook === undefined ? [] : long.addressBook(),
    destinations === undefined ? [] : all(pages((cursor) => api.GET('/api/destinations', query(cursor)))),
    webhooks === undefined ? [] : all(pages((cursor) => api.GET('/api/webhooks', query(cursor)))),
    settings === undefined ? null : api.GET('/api/settings').then(dataOf),
  ]);
  return {
    families,
    wallets: walletList,
    rules: ruleList,
    addressLists: listList,
    addressBook: entryList,
    destinations: destinationList,
    webhooks: hooks,
    settings: present,
  };
}

const query = (cursor: string | undefined) => ({ params: { query: { cursor, pageSize: 100 } } });

/** All records of a list. */
export async function all<T>(pagesOfList: AsyncIterable<readonly T[]>): Promise<T[]> {
  const items: T[] = [];
  for await (const page of pagesOfList) items.push(...page);
  return items;
}
