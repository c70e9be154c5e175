import * as z from 'zod';
import { matchForm } from '../chains/address.ts';
import type { ChainId } from '../chains/registry.ts';
import { keys, prefixes } from '../platform/table/keys.ts';
import { batchGet, type Table } from '../platform/table/table.ts';
import { walkPrefix } from '../platform/table/walk.ts';
import type { Update } from '../platform/table/write.ts';
import { OrganisationId, Uuid } from '../values/ids.ts';

/** A wallet that watches an address. */
export interface AddressWatcher {
  readonly organisationId: OrganisationId;
  readonly walletId: string;
}

/** The ids of the organisation and the wallet. An element of a set, so that no write reads the others. */
const Watcher = z.tuple([OrganisationId, Uuid]);

const Watched = z.object({
  /** In canonical form, as wallets hold the address. */
  address: z.string(),
  /** Absent when no organisation watches the address any more. */
  watchers: z.set(z.string()).default(new Set()),
  /** Wallets with a tag that are not watched. The payments of their tags belong to no other wallet. */
  claimers: z.set(z.string()).default(new Set()),
});

/** An address that at least one organisation watches. An organisation has one wallet for an address, chain and tag. */
export interface WatchedAddress {
  readonly address: string;
  readonly watchers: readonly AddressWatcher[];
  /** Wallets that are not watched, and keep the payments of their tags from the wallet without a tag. */
  readonly claimers: readonly AddressWatcher[];
}

/** What a wallet is to an address. */
export type WatchState = 'watches' | 'claims' | 'left';

/**
 * The write with which a wallet starts or stops watching an address. One item holds the wallets of all organisations.
 * So the watcher finds the wallets of the addresses of a block by key, in batches, without a read for each
 * organisation. An item holds some 5,000 wallets.
 */
export function watching(
  { organisationId, walletId }: AddressWatcher,
  chain: string,
  address: string,
  state: WatchState,
  isNew = false,
): Update<z.output<typeof Watched>> {
  const own = new Set([`${organisationId} ${walletId}`]);
  return {
    update: keys.watch(chain, matchForm(chain, address)),
    set: { address },
    add: { ...(state === 'watches' && { watchers: own }), ...(state === 'claims' && { claimers: own }) },
    ...(!isNew && {
      drop: { ...(state !== 'watches' && { watchers: own }), ...(state !== 'claims' && { claimers: own }) },
    }),
  };
}

/**
 * The write that makes the balance of an address known to the checks of balances. All organisations of an address share
 * the balance.
 * @param left who stops watching the address and when; false when somebody begins to watch the address. A wallet with a
 *   tag also names itself here when it begins: it has no balance, because the balance belongs to the whole account. The
 *   next check looks whether a wallet without a tag watches the address.
 * @param from the last scanned height: the check begins with the balance after this block. Undefined when the address
 *   was watched before.
 */
export function balanceWatching(chain: string, address: string, left: string | false, from: number | undefined) {
  const update = keys.nativeBalance(chain, matchForm(chain, address));
  return { update, set: { left }, initially: { from } } satisfies Update<{ left: string | false; from: number }>;
}

/**
 * Which of these addresses are watched, and by which wallets. Arguments and keys of the result are in match form. The
 * read is strongly consistent: a wallet that existed before the watcher matches the block is found. The read costs a
 * read unit for each address, and another for each 50 wallets of an address.
 */
export async function watchedAmong(
  table: Table,
  chain: ChainId,
  forms: readonly string[],
): Promise<Map<string, WatchedAddress>> {
  const wanted = forms.map((form) => keys.watch(chain, form));
  const found = await batchGet(table, wanted, Watched);
  return new Map(
    found
      .filter(({ watchers }) => watchers.size > 0)
      .map(({ address, watchers, claimers }) => [
        matchForm(chain, address),
        { address, watchers: [...watchers].map(watcherIn), claimers: [...claimers].map(watcherIn) },
      ]),
  );
}

function watcherIn(element: string): AddressWatcher {
  const [organisationId, walletId] = Watcher.parse(element.split(' '));
  return { organisationId, walletId };
}

const Balance = z.object({ sk: z.string(), left: z.unknown() });

/**
 * All addresses of a chain with a balance, in match form, page by page and strongly consistent: those that an
 * organisation watches, and those that an organisation has left, where another may still watch. Every watched address
 * has a balance.
 */
export async function* addressesWithBalance(
  table: Table,
  chain: ChainId,
): AsyncGenerator<{ watched: string[]; left: string[] }> {
  const { pk } = keys.nativeBalance(chain, '');
  for await (const page of walkPrefix(table, pk, prefixes.nativeBalances, { stale: false })) {
    const balances = z.array(Balance).parse(page);
    const forms = (isWatched: boolean) =>
      balances
        .filter(({ left }) => (left === false) === isWatched)
        .map(({ sk }) => sk.slice(prefixes.nativeBalances.length));
    yield { watched: forms(true), left: forms(false) };
  }
}
