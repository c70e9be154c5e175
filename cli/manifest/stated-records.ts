import { type ChainwatchClient, type components, dataOf, pages } from '../../sdk/index.ts';
import type { Wallet } from '../base/api-values.ts';
import type { Manifest } from './manifest-schema.ts';
import { all } from './present-state.ts';
import { type Families, identityOf, identityOfEntry, identityOfWallet } from './wallet-identity.ts';
import { UUID } from './wallet-references.ts';

type Entry = components['schemas']['AddressBookEntry'];

/** Records of a page. */
const PAGE = 100;
/** Wallets that the service looks through for a label in one request. */
const SEARCHED = 3_000;
/** Requests at a time. */
const AT_ONCE = 8;
/** The service searches for words: runs of letters and digits. */
const WORD = /[\p{L}\p{N}]/u;

/**
 * The wallets that a file concerns: those of its mark, those at the addresses that it states, and those that its rules
 * and matches name. Reads all wallets where that takes fewer requests, or where no search finds a name.
 */
export async function walletsOf(
  api: ChainwatchClient,
  manifest: Manifest,
  families: Families,
): Promise<readonly Wallet[]> {
  const list = (query: { readonly managedBy?: string; readonly q?: string }) => (cursor: string | undefined) =>
    api.GET('/api/wallets', { params: { query: { ...query, cursor, pageSize: PAGE } } });
  const { data, meta } = dataOf(await list({})(undefined));
  if (meta.next === null) return data;
  const owned = await all(pages(list({ managedBy: manifest.managedBy })));
  const known = new Set(owned.map((wallet) => identityOfWallet(wallet, families)));
  const unknown = (manifest.wallets ?? []).filter(
    ({ address, chains }) => !known.has(identityOf(address, chains, families)),
  );
  const names = namesBeside(manifest);
  const requests = unknown.length + names.length * Math.ceil(meta.total / SEARCHED);
  if (requests >= meta.total / PAGE || !names.every((name) => WORD.test(name))) return all(pages(list({})));
  // A search knows no X-address of a test network, but each classic address.
  const texts = new Set([...unknown.map(identityOfEntry), ...names.map((address) => identityOfEntry({ address }))]);
  const found = await forEach([...texts], (q) => all(pages(list({ q }))));
  return [...new Map([...owned, ...found].map((wallet) => [wallet.id, wallet])).values()];
}

/** The wallets that rules and matches name, and that are neither stated by the file nor named by their ids. */
function namesBeside({ wallets = [], rules = [], destinations = [], webhooks = [] }: Manifest): string[] {
  const stated = new Set(wallets.flatMap(({ label, address }) => [label, address]));
  const matches = [...destinations, ...webhooks].map(({ match }) => match);
  const named = [...rules, ...matches].flatMap((each) => each?.wallets ?? []);
  return [...new Set(named)].filter((name) => !stated.has(name) && !UUID.test(name));
}

/**
 * The entries of the address book that a file concerns. Without `prune`, these are the entries at the addresses that
 * the file states. Reads all entries where that takes fewer requests.
 */
export async function entriesOf(api: ChainwatchClient, manifest: Manifest, prune: boolean): Promise<readonly Entry[]> {
  const list = (q?: string) => (cursor: string | undefined) =>
    api.GET('/api/address-book', { params: { query: { q, cursor, pageSize: PAGE } } });
  const { data, meta } = dataOf(await list()(undefined));
  if (meta.next === null) return data;
  const addresses = (manifest.addressBook ?? []).map(({ address }) => address);
  if (prune || addresses.length >= meta.total / PAGE) return all(pages(list()));
  // The first answer for a whole address has its entry, if there is one.
  return forEach(addresses, async (address) => dataOf(await list(address)(undefined)).data);
}

/** What requests find, a few requests at a time. */
async function forEach<T>(texts: readonly string[], ask: (text: string) => Promise<readonly T[]>): Promise<T[]> {
  const found: T[] = [];
  const left = texts.values();
  const work = async () => {
    for (const text of left) found.push(...(await ask(text)));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return found;
}
