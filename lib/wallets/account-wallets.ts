import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import type { DecodedTransaction } from '../chains/port/chain.ts';
import { chainOf, familyOf } from '../chains/registry.ts';
import { keys } from '../platform/table/keys.ts';
import { batchGet, type Table } from '../platform/table/table.ts';
import { Uuid } from '../values/ids.ts';
import { growingTo, memoOf } from '../values/memo.ts';
import type { AddressWatcher, WatchedAddress } from './watched-addresses.ts';

/** The wallets of an organisation at one address: one without a tag, and one for each tag. */
export interface AccountWallets {
  readonly untagged: string | null;
  readonly tagged: ReadonlyMap<number, string>;
}

export const walletIdsOf = ({ untagged, tagged }: AccountWallets): string[] => [
  ...(untagged === null ? [] : [untagged]),
  ...tagged.values(),
];

/** Whether the owners of one address may tell their payments apart by tags. */
export const hasTags = (chain: string): boolean => familyOf(chainOf(chain).family).hasTags;

/**
 * The tags that a transaction states for an address. Null where the tags are unknown: in transactions of families
 * without tags, and in those that an earlier version decoded.
 */
export const tagsAt = ({ accountTags }: DecodedTransaction, address: string): readonly number[] | null =>
  accountTags === undefined
    ? null
    : accountTags.filter((stated) => stated.address === address).map((stated) => stated.tag);

/**
 * The wallets at an address that a transaction belongs to: those of the tags that it states, or else the wallet without
 * a tag. All wallets of the address where the tags are unknown, so that nothing is lost.
 */
export function claimantsOf(wallets: AccountWallets, tags: readonly number[] | null): string[] {
  if (tags === null) return walletIdsOf(wallets);
  const tagged = new Set(tags.flatMap((tag) => wallets.tagged.get(tag) ?? []));
  if (tagged.size > 0) return [...tagged];
  return wallets.untagged === null ? [] : [wallets.untagged];
}

/** The watchers of an address that a transaction belongs to, by the tags that it states for the address. */
export function claimingWatchers(
  { watchers, claimers }: Pick<WatchedAddress, 'watchers' | 'claimers'>,
  tagOf: TagOf,
  tags: readonly number[] | null,
): readonly AddressWatcher[] {
  if (tags === null) return watchers;
  const stated = new Set<number | null>(tags);
  const claims = ({ walletId }: AddressWatcher): boolean => stated.has(tagOf(walletId));
  const claimed = new Set([...watchers, ...claimers].filter(claims).map(({ organisationId }) => organisationId));
  return watchers.filter((watcher) =>
    tagOf(watcher.walletId) === null ? !claimed.has(watcher.organisationId) : claims(watcher),
  );
}

/** A function that says whether an address of a transaction is a wallet of the organisation. */
export const isOursIn =
  (ours: ReadonlyMap<string, AccountWallets>, transaction: DecodedTransaction) =>
  (address: string): boolean => {
    const wallets = ours.get(address);
    return wallets !== undefined && claimantsOf(wallets, tagsAt(transaction, address)).length > 0;
  };

const Tagged = z.object({ id: Uuid, destinationTag: z.int().nullable().default(null) });

/** Wallets whose tags a process remembers. */
const MOST_REMEMBERED = 50_000;

/** The tag of a wallet; null for a wallet without one. */
export type TagOf = (walletId: string) => number | null;
export type WalletTags = (watchers: readonly AddressWatcher[]) => Promise<TagOf>;

/** By the client: a request with an idempotency key has a table object of its own. */
const rememberedTags = memoOf(
  (_: Table['client']) => new LRUCache<string, { readonly tag: number | null }>(growingTo(MOST_REMEMBERED)),
);

/**
 * The tags of wallets, from the items of the wallets. A tag never changes, so a process reads each wallet once. The
 * other items do not state tags: earlier versions wrote them without.
 */
export function walletTags(table: Table): WalletTags {
  const known = rememberedTags(table.client);
  return async (watchers) => {
    const found = new Map<string, number | null>();
    const unknown: AddressWatcher[] = [];
    for (const watcher of watchers) {
      const remembered = known.get(watcher.walletId);
      if (remembered === undefined) unknown.push(watcher);
      else found.set(watcher.walletId, remembered.tag);
    }
    const wanted = unknown.map(({ organisationId, walletId }) => keys.wallet(organisationId, walletId));
    for (const { id, destinationTag: tag } of await batchGet(table, wanted, Tagged)) {
      known.set(id, { tag });
      found.set(id, tag);
    }
    return (walletId) => found.get(walletId) ?? null;
  };
}
