import * as z from 'zod';
import { type Key, keys } from '../platform/table/keys.ts';
import { batchGet, getItem, type Table } from '../platform/table/table.ts';
import { conditionHeld, type Update, write } from '../platform/table/write.ts';
import type { OrganisationId } from '../values/ids.ts';
import { type AccountWallets, hasTags, type WalletTags } from './account-wallets.ts';
import type { StoredWallet } from './schema.ts';

/*
 * An address of an organisation is one item for all chains and tags, so one read says which wallets the address has.
 * The item has an attribute for each chain and tag with which a wallet occupies the address: the id of the wallet.
 */
const Occupied = z.looseObject({ address: z.string() });
type Occupied = z.output<typeof Occupied>;

/** Names of attributes may not have hyphens in the expressions of lib/platform/table/write.ts. */
const attributeOf = (chain: string, tag: number | null): string =>
  `on_${chain.replaceAll('-', '_')}${tag === null ? '' : `_tag_${tag}`}`;

type Occupying = Pick<StoredWallet, 'id' | 'address' | 'destinationTag' | 'chains'>;

/**
 * The write by which a wallet occupies its address and tag on its chains, and frees them on the chains that it left.
 * The write fails when another wallet has the address and tag on one of the chains.
 * @param before the chains of the wallet before the change.
 * @param after the chains after the change; empty for a wallet that is deleted.
 */
export function occupation(
  organisationId: OrganisationId,
  { id, address, destinationTag }: Occupying,
  before: readonly string[],
  after: readonly string[],
): Update<Occupied> {
  const attribute = (chain: string): string => attributeOf(chain, destinationTag);
  const added = after.filter((chain) => !before.includes(chain)).map(attribute);
  const known = before.map(attribute);
  const when = [
    ...added.map((name) => `attribute_not_exists(#${name})`),
    ...known.map((name) => `#${name} = :wallet`),
  ].join(' AND ');
  return {
    update: keys.address(organisationId, address),
    set: { address, ...Object.fromEntries(added.map((name) => [name, id])) },
    remove: before.filter((chain) => !after.includes(chain)).map(attribute),
    when,
    ...(known.length > 0 && { values: { ':wallet': id } }),
  };
}

/**
 * Which wallets of the organisation these addresses have on any of the chains. Where several chains have a wallet of
 * the same tag, the first chain counts. Strongly consistent, one read unit for each address, or more where an address
 * has more than 60 tags.
 */
export async function walletsAt(
  { table, tags }: { readonly table: Table; readonly tags: WalletTags },
  organisationId: OrganisationId,
  chains: readonly string[],
  addresses: readonly string[],
): Promise<Map<string, AccountWallets>> {
  const wanted = [...new Set(addresses)].map((address): Key => keys.address(organisationId, address));
  const found = (await batchGet(table, wanted, Occupied)).map((item) => ({
    address: item.address,
    wallets: chains.flatMap((chain) => occupantsIn(item, chain)),
  }));
  const unsure = found.flatMap(({ wallets }) => wallets.filter(({ tag, chain }) => tag === null && hasTags(chain)));
  const tagOf = await tags(unsure.map(({ walletId }) => ({ organisationId, walletId })));
  return new Map(
    found
      .filter(({ wallets }) => wallets.length > 0)
      .map(({ address, wallets }) => {
        const tagged = new Map<number, string>();
        let untagged: string | null = null;
        for (const { walletId, tag } of wallets) {
          const own = tag ?? tagOf(walletId);
          if (own === null) untagged ??= walletId;
          else if (!tagged.has(own)) tagged.set(own, walletId);
        }
        return [address, { untagged, tagged }];
      }),
  );
}

interface Occupant {
  readonly chain: string;
  readonly walletId: string;
  /** Null also for a wallet with a tag that an earlier version made. */
  readonly tag: number | null;
}

function occupantsIn(item: Occupied, chain: string): Occupant[] {
  const plain = attributeOf(chain, null);
  return Object.entries(item).flatMap(([name, id]): Occupant[] => {
    if (name === plain) return [{ chain, walletId: z.string().parse(id), tag: null }];
    if (!name.startsWith(`${plain}_tag_`)) return [];
    return [{ chain, walletId: z.string().parse(id), tag: Number(name.slice(`${plain}_tag_`.length)) }];
  });
}

/** The ids of all wallets at these addresses, on any chain. */
export async function walletIdsAt(
  table: Table,
  organisationId: OrganisationId,
  addresses: readonly string[],
): Promise<string[]> {
  const wanted = addresses.map((address): Key => keys.address(organisationId, address));
  const found = await batchGet(table, wanted, Occupied);
  return found.flatMap((item) =>
    Object.entries(item).flatMap(([name, id]) => (name.startsWith('on_') ? [z.string().parse(id)] : [])),
  );
}

/** Which wallet occupies the address and tag of a new wallet on one of its chains. Null when none does. */
export type Occupants = (wallet: Omit<Occupying, 'id'>) => string | null;

/** Reads in one request who occupies some addresses. Strongly consistent. */
export async function occupantsAt(
  table: Table,
  organisationId: OrganisationId,
  addresses: readonly string[],
): Promise<Occupants> {
  const wanted = [...new Set(addresses)].map((address): Key => keys.address(organisationId, address));
  const found = await batchGet(table, wanted, Occupied);
  const byAddress = new Map(found.map((item) => [item.address, item]));
  return ({ address, destinationTag, chains }) => {
    const item = byAddress.get(address);
    const ids = chains.flatMap((chain) => item?.[attributeOf(chain, destinationTag)] ?? []);
    return ids.length === 0 ? null : z.string().parse(ids[0]);
  };
}

/**
 * Notes the tags of wallets that an earlier version made. It let a wallet with a tag occupy the whole address. Call
 * this before a wallet with this address is written. May be repeated.
 */
export async function settleTags(
  { table, tags }: { readonly table: Table; readonly tags: WalletTags },
  organisationId: OrganisationId,
  address: string,
  chains: readonly string[],
): Promise<void> {
  const tagging = chains.filter(hasTags);
  if (tagging.length === 0) return;
  const update = keys.address(organisationId, address);
  const item = await getItem(table, update, Occupied);
  if (item === null) return;
  const plain = tagging.flatMap((chain) => occupantsIn(item, chain)).filter(({ tag }) => tag === null);
  const tagOf = await tags(plain.map(({ walletId }) => ({ organisationId, walletId })));
  for (const { chain, walletId } of plain) {
    const tag = tagOf(walletId);
    if (tag === null) continue;
    const name = attributeOf(chain, null);
    const part: Update<Occupied> = {
      update,
      set: { [attributeOf(chain, tag)]: walletId },
      remove: [name],
      when: `#${name} = :wallet`,
      values: { ':wallet': walletId },
    };
    await conditionHeld(write(table, part));
  }
}
