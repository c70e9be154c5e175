import * as z from 'zod';
import { ChainId } from '../chains/registry.ts';
import { keys } from '../platform/table/keys.ts';
import { matchPrefixes } from '../platform/table/match-keys.ts';
import { queryPrefix, type Table } from '../platform/table/table.ts';
import { Instant } from '../values/fields.ts';
import type { OrganisationId } from '../values/ids.ts';

/** The wallets of an organisation whose matches on a chain wait for its budget of records. */
export const Throttling = z.object({
  chain: ChainId,
  since: Instant,
  /** When the budget was last used up. */
  exceededAt: Instant,
  /** Since when each wallet waits, by its id. */
  wallets: z.record(z.string(), Instant),
});
export type Throttling = z.output<typeof Throttling>;

/**
 * The throttled wallets of an organisation, by chain. One read unit, as long as none or few are throttled.
 * @param stale reads at half the price; the answer may lack the last second.
 */
export const throttlings = (
  table: Table,
  organisationId: OrganisationId,
  { stale = false }: { readonly stale?: boolean } = {},
): Promise<Throttling[]> =>
  queryPrefix(table, keys.organisation(organisationId).pk, matchPrefixes.throttled, Throttling, { stale });

/** Since when a wallet is throttled, on any of the chains; null when it is not. */
export const throttledSince = (all: readonly Throttling[], walletId: string): string | null =>
  all.flatMap(({ wallets }) => wallets[walletId] ?? []).toSorted()[0] ?? null;
