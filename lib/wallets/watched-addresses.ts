import * as z from 'zod';
import { matchForm } from '../chains/chain.ts';
import { ChainId, chainOf } from '../chains/registry.ts';
import { keys } from '../platform/table/keys.ts';
import { batchGet, type Table } from '../platform/table/table.ts';
import type { Update } from '../platform/table/write.ts';
import { OrganisationId } from '../values/ids.ts';

const Watched = z.object({
  /** As wallets have it. */
  address: z.string(),
  /** Absent when the last one has left. */
  organisations: z.set(OrganisationId).default(new Set()),
});

/** An address that somebody watches. */
export type WatchedAddress = z.output<typeof Watched>;

const formOn = (chain: ChainId, address: string): string => matchForm(chainOf(chain).family, address);

/**
 * The write by which an organisation watches an address, or no longer does. The organisations of an address are one set in
 * one item, so that a block's addresses are looked up by key in batches, whoever watches them and how many there are; an
 * item holds some 10,000 of them.
 */
export function watching(
  organisationId: OrganisationId,
  chain: string,
  address: string,
  watch: boolean,
): Update<WatchedAddress> {
  const organisations = new Set([organisationId]);
  return {
    update: keys.watch(chain, formOn(ChainId.parse(chain), address)),
    set: { address },
    ...(watch ? { add: { organisations } } : { drop: { organisations } }),
  };
}

/**
 * Which of these addresses are watched, and by whom; both given and answered in match form. Strongly consistent: a wallet
 * that was there before the block is matched is found. One read unit per address, whatever the number of wallets.
 */
export async function watchedAmong(
  table: Table,
  chain: ChainId,
  forms: readonly string[],
): Promise<Map<string, WatchedAddress>> {
  const wanted = forms.map((form) => keys.watch(chain, form));
  const found = await batchGet(table, wanted, Watched);
  return new Map(
    found.filter(({ organisations }) => organisations.size > 0).map((item) => [formOn(chain, item.address), item]),
  );
}
