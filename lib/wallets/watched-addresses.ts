import * as z from 'zod';
import { matchForm } from '../chains/address.ts';
import type { ChainId } from '../chains/registry.ts';
import { keys, prefixes } from '../platform/table/keys.ts';
import { batchGet, type Table } from '../platform/table/table.ts';
import { walkPrefix } from '../platform/table/walk.ts';
import type { Update } from '../platform/table/write.ts';
import { OrganisationId } from '../values/ids.ts';

const Watched = z.object({
  /** In canonical form, as wallets hold the address. */
  address: z.string(),
  /** Absent when no organisation watches the address any more. */
  organisations: z.set(OrganisationId).default(new Set()),
});

/** An address that at least one organisation watches. */
export type WatchedAddress = z.output<typeof Watched>;

/**
 * The write with which an organisation starts or stops watching an address. One item holds all organisations of an
 * address. So the watcher looks up the addresses of a block by key, in batches, at a cost that does not depend on the
 * number of organisations. An item holds some 10,000 organisations.
 */
export function watching(
  organisationId: OrganisationId,
  chain: string,
  address: string,
  watch: boolean,
): Update<WatchedAddress> {
  const organisations = new Set([organisationId]);
  return {
    update: keys.watch(chain, matchForm(chain, address)),
    set: { address },
    ...(watch ? { add: { organisations } } : { drop: { organisations } }),
  };
}

/**
 * The write that makes the balance of an address known to the checks of balances. All organisations of an address share
 * the balance.
 * @param left who stops watching the address and when; false when somebody begins to watch the address.
 * @param from the last scanned height: the check begins with the balance after this block. Undefined when the address
 *   was watched before.
 */
export function balanceWatching(chain: string, address: string, left: string | false, from: number | undefined) {
  const update = keys.nativeBalance(chain, matchForm(chain, address));
  return { update, set: { left }, initially: { from } } satisfies Update<{ left: string | false; from: number }>;
}

/**
 * Which of these addresses are watched, and by which organisations. Arguments and keys of the result are in match form.
 * The read is strongly consistent: a wallet that existed before the watcher matches the block is found. The read costs
 * one read unit per address, for any number of wallets.
 */
export async function watchedAmong(
  table: Table,
  chain: ChainId,
  forms: readonly string[],
): Promise<Map<string, WatchedAddress>> {
  const wanted = forms.map((form) => keys.watch(chain, form));
  const found = await batchGet(table, wanted, Watched);
  return new Map(
    found.filter(({ organisations }) => organisations.size > 0).map((item) => [matchForm(chain, item.address), item]),
  );
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
