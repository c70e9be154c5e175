import * as z from 'zod';
import { keys, prefixes } from '../platform/table/keys.ts';
import { batchGet, queryPrefix, type Table } from '../platform/table/table.ts';
import type { Put } from '../platform/table/write.ts';
import type { OrganisationId } from '../values/ids.ts';

const Height = z.int().min(0);

/**
 * The heights at which a wallet was watched on a chain. A span without `to` lasts. A span without `from` began before
 * the first scan of the chain, and so covers the scans from their first block.
 */
export const WatchedHeights = z.object({
  chain: z.string(),
  spans: z.array(z.object({ from: Height.nullable(), to: Height.nullable() })),
});
export type WatchedHeights = z.output<typeof WatchedHeights>;

const Scanned = z.object({ chain: z.string(), height: z.int() });

/** The last scanned heights of chains that have one. */
export async function scannedHeights(table: Table, chains: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const wanted = chains.map((chain) => keys.cursor(chain));
  const cursors = await batchGet(table, wanted, Scanned);
  return new Map(cursors.filter(({ height }) => height >= 0).map(({ chain, height }) => [chain, height]));
}

/** The watched heights of a wallet on each chain on which it was ever watched. */
export const watchedHeightsOf = (
  table: Table,
  organisationId: OrganisationId,
  walletId: string,
): Promise<WatchedHeights[]> =>
  queryPrefix(table, keys.organisation(organisationId).pk, prefixes.watched(walletId), WatchedHeights);

/** The write after the last scanned block, when a wallet begins or ceases to be watched. */
export function spanWrite(
  organisationId: OrganisationId,
  walletId: string,
  { chain, spans }: WatchedHeights,
  begins: boolean,
  scanned: number | undefined,
): Put {
  const next = begins
    ? [...spans, { from: scanned === undefined ? null : scanned + 1, to: null }]
    : spans.map(({ from, to }) => ({ from, to: to ?? scanned ?? 0 }));
  return { put: { ...keys.watched(organisationId, walletId, chain), chain, spans: next } };
}
