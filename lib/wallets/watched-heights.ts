import * as z from 'zod';
import { keys, prefixes } from '../platform/table/keys.ts';
import { batchGet, queryPrefix, type Table } from '../platform/table/table.ts';
import { conditionHeld, type Put, type Update, write } from '../platform/table/write.ts';
import type { OrganisationId } from '../values/ids.ts';
import type { StoredWallet } from './schema.ts';

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
  queryPrefix(table, keys.watched(organisationId, walletId, '').pk, prefixes.watched(walletId), WatchedHeights);

/** The block after the cursor, which is the first that a watcher has not scanned. Null before the first scan. */
const next = (scanned: number | undefined): number | null => (scanned === undefined ? null : scanned + 1);

/** The write when a wallet begins or ceases to be watched. @param scanned the cursor of the chain. */
export function spanWrite(
  organisationId: OrganisationId,
  walletId: string,
  { chain, spans }: WatchedHeights,
  begins: boolean,
  scanned: number | undefined,
): Put {
  const changed = begins
    ? [...spans, { from: next(scanned), to: null }]
    : spans.map(({ from, to }) => ({ from, to: to ?? scanned ?? 0 }));
  return { put: { ...keys.watched(organisationId, walletId, chain), chain, spans: changed } };
}

const OwnHeights = WatchedHeights.extend({ pk: z.string(), sk: z.string() });

/**
 * Call this after wallets are stored. If a cursor moved meanwhile, blocks were matched without the wallets,
 * and the spans that have just begun then begin later.
 * @param scanned the cursors as they were read before the wallets were stored.
 * @returns the cursors as they are now.
 */
export async function confirmSpans(
  table: Table,
  organisationId: OrganisationId,
  wallets: readonly Pick<StoredWallet, 'id' | 'chains'>[],
  scanned: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, number>> {
  const present = await scannedHeights(table, [...new Set(wallets.flatMap(({ chains }) => chains))]);
  const items = wallets.flatMap(({ id, chains }) =>
    chains
      .filter((chain) => present.get(chain) !== scanned.get(chain))
      .map((chain) => keys.watched(organisationId, id, chain)),
  );
  for (const { pk, sk, chain, spans } of items.length === 0 ? [] : await batchGet(table, items, OwnHeights)) {
    const last = spans.at(-1);
    if (last?.to !== null || last.from !== next(scanned.get(chain))) continue;
    // The chain is being scanned now: the next block is perhaps already matched without the wallet.
    const later = [...spans.slice(0, -1), { from: (present.get(chain) ?? 0) + 2, to: null }];
    const part: Update<WatchedHeights> = {
      update: { pk, sk },
      set: { spans: later },
      when: '#spans = :seen',
      values: { ':seen': spans },
    };
    await conditionHeld(write(table, part));
  }
  return present;
}
