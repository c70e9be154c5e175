import * as z from 'zod';
import { type Key, keys } from '../platform/table/keys.ts';
import { batchGet, type Table } from '../platform/table/table.ts';
import type { Update } from '../platform/table/write.ts';
import type { OrganisationId } from '../values/ids.ts';
import type { StoredWallet } from './schema.ts';

/*
 * An address of an organisation is one item for all chains, so one read unit says which wallets the address has. The
 * item has an attribute for each chain on which a wallet occupies the address: the id of the wallet.
 */
const Occupied = z.looseObject({ address: z.string() });
type Occupied = z.output<typeof Occupied>;

/** Names of attributes may not have hyphens in the expressions of lib/platform/table/write.ts. */
const attributeOf = (chain: string): string => `on_${chain.replaceAll('-', '_')}`;

type Occupying = Pick<StoredWallet, 'id' | 'address' | 'chains'>;

/**
 * The write by which a wallet occupies its address on its chains, and frees the address on the chains that it left.
 * The write fails when another wallet has the address on one of the chains.
 * @param before the chains of the wallet before the change.
 * @param after the chains after the change; empty for a wallet that is deleted.
 */
export function occupation(
  organisationId: OrganisationId,
  { id, address }: Occupying,
  before: readonly string[],
  after: readonly string[],
): Update<Occupied> {
  const added = after.filter((chain) => !before.includes(chain)).map(attributeOf);
  const known = before.map(attributeOf);
  const when = [
    ...added.map((name) => `attribute_not_exists(#${name})`),
    ...known.map((name) => `#${name} = :wallet`),
  ].join(' AND ');
  return {
    update: keys.address(organisationId, address),
    set: { address, ...Object.fromEntries(added.map((name) => [name, id])) },
    remove: before.filter((chain) => !after.includes(chain)).map(attributeOf),
    when,
    ...(known.length > 0 && { values: { ':wallet': id } }),
  };
}

/**
 * Which of these addresses are wallets of the organisation on any of the chains: address → wallet id. Strongly
 * consistent, one read unit for each address.
 */
export async function walletsAt(
  table: Table,
  organisationId: OrganisationId,
  chains: readonly string[],
  addresses: readonly string[],
): Promise<Map<string, string>> {
  const wanted = [...new Set(addresses)].map((address): Key => keys.address(organisationId, address));
  const found = await batchGet(table, wanted, Occupied);
  return new Map(
    found.flatMap((item) => {
      const walletId = chains.map((chain) => item[attributeOf(chain)]).find((id) => id !== undefined);
      return walletId === undefined ? [] : [[item.address, z.string().parse(walletId)]];
    }),
  );
}
